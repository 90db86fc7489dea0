package kit

import "embed"

//go:embed words static
var files embed.FS

// Own is what the pages of no room need: the words and files of the frame and of the kit.
func Own() Pages { return Pages{Room: "webui", Files: files} }
