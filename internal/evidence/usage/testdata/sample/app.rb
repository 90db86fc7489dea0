require 'sinatra/base'
require "json"
require_relative 'lib/thing'
=begin
require 'no'
=end
# require 'no'
class App < Sinatra::Base
  x = %w[require 'no'] + ["it's #{JSON.parse('require "no"')}"]
  y = <<~SQL + 'a'
    require 'no'
    it's
  SQL
  z = a / b; w = /require 'no'/ ; c = ?'
  require('pg') unless defined?(PG)
  PG.connect
end
__END__
require 'no'
