import std;
#include <vector>
auto r = R"x(
#include <no.h>
)" )x"; int n = 1'000'000;
#include <boost/asio.hpp>
