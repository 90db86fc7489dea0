package unit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kadry/internal/codematch/unit"
)

// show writes the units of a file, the file itself left out: kind, name and lines.
func show(f unit.File) []string {
	var out []string
	for _, u := range f.Units {
		if u.Kind != unit.Whole {
			out = append(out, fmt.Sprintf("%s %s %d-%d", u.Kind, u.Name, u.First, u.Last))
		}
	}
	return out
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, path, src, want string }{
		{"python", "a.py", `
import os

@cached
@route("/x")
def f(x, y=(1, 2)):
    # says more
    def inner(z):
        return z + 1
    return inner(x) + y[0]

class Cache(dict):
    """Keeps."""

    async def get(self, key: str) -> str:
        if key in self:
            return self[key]

        return ""
    # at the end

    def one(self): return self.x
    def none(self): pass

lam = lambda q: q + 1
`, `function f 4-10; function f.inner 8-9; class Cache 12-23; function Cache.get 15-19; function Cache.one 22-22`},
		{"javascript", "a.js", `
export function add(a, b) { return a + b }
const sub = (a, b) => a - b
const mul = async function (a, b) {
  return a * b
}
export default class Cache extends Map {
  #size = 0
  get size() { return this.#size }
  static of({ a, b }) {
    if (a) { return b }
    list.map((x) => { return x + 1 })
    return null
  }
  [Symbol.iterator]() { return this.items[0] }
  handle = (event) => {
    this.last = event.target
  }
}
const api = {
  list(page) { return fetch("/list?" + page) },
  drop: function (id) { return fetch("/drop" + id) },
  keep: (id) => fetch("/keep" + id),
}
module.exports.run = function run() { add(1, 2) }
`, `function add 2-2; function sub 3-3; function mul 4-6; class Cache 7-19; function Cache.size 9-9; function Cache.of 10-14; ` +
			`function Cache.Symbol.iterator 15-15; function Cache.handle 16-18; function list 21-21; function drop 22-22; function keep 23-23; function run 25-25`},
		{"typescript", "a.ts", `
interface Shape { area(): number; name: string }
export abstract class Box<T> implements Shape {
  constructor(private readonly w: number, public h = 2) { super(); this.w = w }
  area(): number { return this.w * this.h }
  abstract name(): string
  public async get<K extends keyof T>(key: K): Promise<T[K]> {
    return this.data[key]
  }
}
function pick<T>(xs: T[], f: (x: T) => boolean): T | undefined {
  for (const x of xs) { if (f(x)) return x }
}
const twice = (n: number): number => n * 2;
`, `class Shape 2-2; class Box 3-10; function Box.constructor 4-4; function Box.area 5-5; function Box.get 7-9; function pick 11-13; function twice 14-14`},
		{"java", "A.java", `
package a.b;
@Service
public class A<T extends B> implements C, D {
    private static final int[] X = {1, 2};
    static { load(X); }
    public A(int x) throws E { this.x = x; }
    @Override
    public <K> List<K> get(Map<K, V> m, int... n) {
        Runnable r = () -> { run(m); };
        new Thread(new Runnable() { public void run() { go(1); } }).start();
        for (int i = 0; i < n; i++) { use(i); }
        return null;
    }
    abstract int none();
    enum Color { RED; int code() { return 1 + 2; } }
    record P(int x, int y) { int sum() { return x + y; } }
    interface I { default int f() { return 4 * 5; } }
}
`, `class A 3-19; function A.A 7-7; function A.get 8-14; function A.get.run 11-11; class A.Color 16-16; function A.Color.code 16-16; ` +
			`class A.P 17-17; function A.P.sum 17-17; class A.I 18-18; function A.I.f 18-18`},
		{"go", "a.go", `
package a

// Cache keeps.
type Cache[K comparable] struct {
	m map[K]int
}

type (
	Reader interface { Read(p []byte) int }
)

// Get gets.
func (c *Cache[K]) Get(k K) (v int, err error) {
	if v, ok := c.m[k]; ok {
		return v, nil
	}
	f := func(x int) int { return x * x }
	return f(1), nil
}

func free[T any](xs ...T) struct{ n int } { return struct{ n int }{len(xs)} }
`, `class Cache 5-7; class Reader 10-10; function Cache.Get 14-20; function Cache.Get.f 18-18; function free 22-22`},
		{"c", "a.c", `
#include <stdio.h>
struct point { int x; int y; };
typedef struct { int w; } size_type;
static const int table[] = { 1, 2, 3 };
#ifdef WIDE
static long area(struct point *p, long w) {
#else
static int area(struct point *p, int w) {
#endif
    for (int i = 0; i < w; i++) { p->x += i; }
    return p->x * w;
}
struct point *make(int x)
{
    struct point *p = malloc(sizeof *p);
    p->x = x;
    return p;
}
`, `class point 3-3; class size_type 4-4; function area 7-13; function make 14-19`},
		{"cpp", "a.cpp", `
namespace n {
template <typename T>
class Cache : public Base<T> {
 public:
  explicit Cache(int n) : n_(n), v_{n, 1} { fill(n); }
  ~Cache() override { drop(n_); }
  T get(const std::string& k) const noexcept { return v_[k]; }
  bool operator==(const Cache& o) const { return n_ == o.n_; }
 private:
  int n_{0};
};
}
template <class T>
T Cache<T>::put(T x) {
  auto f = [&](int a) { return a + 1; };
  if (x > 0) { return f(x); }
  return x;
}
int main() { return run(1); }
`, `class Cache 4-12; function Cache.Cache 6-6; function Cache.~Cache 7-7; function Cache.get 8-8; function Cache.operator== 9-9; function Cache.put 15-19; function main 20-20`},
		{"csharp", "A.cs", `
using System;
namespace N {
    [Serializable]
    public sealed class A<T> : B, IC where T : new() {
        public int Size { get; set; } = 1;
        public A(int x) : base(x) { Size = x; }
        public async Task<int> Get(string key, int n = 2) {
            int Inner(int y) { return y + n; }
            foreach (var i in list) { Use(i); }
            list.ForEach(x => { Use(x); });
            return Inner(n);
        }
        public int Twice(int n) => n * 2;
        interface I { void None(); int One(); }
    }
    struct S { public int X; }
}
`, `class A 4-16; function A.A 7-7; function A.Get 8-13; function A.Get.Inner 9-9; function A.Twice 14-14; class A.I 15-15; class S 17-17`},
		{"rust", "a.rs", `
use std::fmt;
#[derive(Debug)]
pub struct Point<T> { x: T, y: T }
impl<T: Clone> fmt::Display for Point<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.x)
    }
}
pub(crate) trait Area { fn area(&self) -> f64; fn twice(&self) -> f64 { self.area() * 2.0 } }
#[inline]
pub async fn sum<'a, I>(xs: I) -> i64 where I: Iterator<Item = &'a i64> {
    let add = |a: i64, b: &i64| { a + b };
    match xs.next() { Some(x) => { add(0, x) } None => 0 }
}
mod tests {
    fn inner() -> char { let c = '{'; c }
}
`, `class Point 4-4; class Point 5-9; function Point.fmt 6-8; class Area 10-10; function Area.twice 10-10; function sum 12-15; function inner 17-17`},
		{"php", "a.php", `<html>
<?php
namespace App;
abstract class Cache extends Base implements I
{
    private array $m = ['a' => 1];
    public function get(string $key, ?int $n = null): ?string
    {
        $f = function ($x) use ($n) { return $x + $n; };
        if (isset($this->m[$key])) { return "{$this->m[$key]}"; }
        return null;
    }
    abstract function none();
}
trait Logs { protected static function &log($m) { echo $m, "\n"; } }
function add($a, $b) { return $a + $b; }
?>
</html>
`, `class Cache 4-14; function Cache.get 7-12; function Cache.get.f 9-9; class Logs 15-15; function Logs.log 15-15; function add 16-16`},
		{"ruby", "a.rb", `
require "set"
module Store
  class Cache < Base
    attr_reader :size
    def initialize(size = 10, *rest)
      @size = size if size > 0
      @h = {}
    end

    def self.of(x) = new(x.to_i + 1)

    def get(key)
      return @h[key] unless @h[key].nil?
      while key do key = nil end
      value = if key then 1 else 2 end
      items.each do |i|
        puts i if i
      end
      case value when 1 then begin; 3; end end
      text = <<~EOS
        def no
      EOS
      text
    end

    def size=(n)
      @size = n
    end
    class << self
      def build; new(1); end
    end
  end
end
`, `class Store 3-34; class Store.Cache 4-33; function Store.Cache.initialize 6-9; function Store.Cache.of 11-11; function Store.Cache.get 13-25; ` +
			`function Store.Cache.size= 27-29; function Store.Cache.build 31-31`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := unit.Split(c.path, []byte(c.src), unit.Limits{})
			got, want := show(f), strings.Split(c.want, "; ")
			if !slices.Equal(got, want) {
				t.Errorf("%s: skipped %q, partial %v\n got %s\nwant %s", c.path, f.Skipped, f.Partial, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			}
			if f.Partial {
				t.Errorf("partial")
			}
		})
	}
}
