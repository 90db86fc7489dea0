package usage
func readNotebook(string) File {return File{}}
func readScript(Language, string) File {return File{}}
func readComponent(string) File {return File{}}
func readGo(string) File {return File{}}
func readJVM(Language, string) File {return File{}}
func readCSharp(string) File {return File{}}
func readRust(string) File {return File{}}
func readSwift(string) File {return File{}}
func readHeaders(string) File {return File{}}
func readDart(string) File {return File{}}
func readRuby(string) File {return File{}}
func readPHP(string) File {return File{}}
func readElixir(string) File {return File{}}
func readR(string) File {return File{}}
func readShell(string) File {return File{}}
func readSQL(string) File {return File{}}
