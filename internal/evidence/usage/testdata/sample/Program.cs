global using System;
using System.Text;
using static System.Math;
using Json = Newtonsoft.Json.JsonConvert;
using Acme.Shop.Models;
using Table = System.Collections.Generic.Dictionary<string, int>;
namespace Acme.Shop.Web
{
    using Microsoft.AspNetCore.Mvc;
    class A {
        string v = @"using No;\"; string d = $"{Json.SerializeObject("using No;")}";
        void M() {
            using (var s = Open()) { }
            using var t = Open();
            using Stream u = Open();
        }
    }
}
