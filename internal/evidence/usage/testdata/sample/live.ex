defmodule ShopWeb.Live do
  @moduledoc """
  import No
  """
  use Phoenix.LiveView, layout: :x
  import Ecto.Query, only: [from: 2]
  alias Shop.{Repo, Cart.Item}
  alias Ecto.Changeset, as: CS
  require Logger
  # alias No.Such
  def mount(_, _, s) do
    Logger.info("it's #{Repo.all(Item)} alias No")
    x = ~r/alias "No/ ; y = ~S(alias No.Such)
    CS.cast(s, %{}, []) |> Phoenix.PubSub.broadcast(x)
  end
end
