import SwiftUI
@testable import struct Foundation.URL
#if canImport(UIKit)
import UIKit
#endif
/* /* nested */ import No */
let s = "import \(URL(string: "x")) No", r = #"import "No""#
let t = """
import No
"""
let v = SwiftUI.Text("x")
