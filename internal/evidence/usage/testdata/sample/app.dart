import 'package:flutter/material.dart';
import 'package:http/http.dart' as http show Client, get;
import 'dart:io' if (dart.library.html) 'dart:html';
export 'src/thing.dart';
part 'app.g.dart';
var s = "import 'no' ${http.get('it')}", r = r'\', t = '''
import 'no';
''';
