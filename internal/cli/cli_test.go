package cli

import (
	"bytes"
	"context"
	"errors"
	stdflag "flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"kadry/internal/fault"
	"kadry/internal/op"
)

var update = stdflag.Bool("update", false, "rewrite the golden files")

type genre string

func (genre) Enum() []string { return []string{"prose", "verse"} }

type findInput struct {
	Words  []string `json:"words" doc:"What to look for; a title or an author." min:"1" max:"3"`
	Genre  genre    `json:"genre,omitzero" doc:"Only books of this kind."`
	Years  *period  `json:"years,omitzero" doc:"When it was printed."`
	Rating float64  `json:"min_rating,omitzero" doc:"Least rating." min:"0.5" max:"5"`
	Lent   bool     `json:"lent,omitzero" doc:"Also what is lent out."`
	Limit  int      `json:"limit,omitzero" doc:"Books in an answer." min:"1" max:"50" default:"5"`
	Format string   `json:"response_format,omitzero" doc:"Form of the text." default:"json"`
	Output string   `json:"output,omitzero" doc:"A property whose name is taken."`
}

type period struct {
	From int `json:"from"`
	To   int `json:"to,omitzero"`
}

type book struct {
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Year    int      `json:"year"`
	Place   *place   `json:"place,omitzero"`
	Copies  []copied `json:"copies"`
}

type place struct {
	Shelf string `json:"shelf"`
	Open  bool   `json:"open"`
}

type copied struct {
	ID int `json:"id"`
}

type findOutput struct {
	Asked  findInput `json:"asked"`
	Books  []book    `json:"books"`
	Advice string    `json:"advice"`
	Gaps   []string  `json:"gaps"`
}

func (o findOutput) Markdown(lang string) string { return "**" + o.Advice + "** " + lang }

func find(ctx context.Context, in findInput) (findOutput, error) {
	for i := range 3 {
		op.Progress(ctx)(op.Stage{Done: i + 1, Total: 3, Text: fault.Say("Shelf %d", "Полка %d", i+1)})
	}
	return findOutput{
		Asked: in, Advice: "Narrow the years.\nOr ask for one author.",
		Books: []book{
			{Title: "Отцы и дети", Authors: []string{"И. С. Тургенев"}, Year: 1862, Place: &place{"A|1", true}, Copies: []copied{{1}, {2}}},
			{Title: "源氏物語\x1b[31m", Authors: []string{"Murasaki Shikibu", "translator"}, Year: 1008},
		},
	}, nil
}

type pageInput struct {
	Cursor string `json:"cursor,omitzero" doc:"Where to go on."`
	Kind   string `json:"kind" doc:"rest, loop or a fault kind."`
}

type pageOutput struct {
	Items      []string `json:"items"`
	NextCursor string   `json:"next_cursor,omitzero"`
}

func turn(_ context.Context, in pageInput) (pageOutput, error) {
	switch {
	case in.Kind == "loop":
		return pageOutput{NextCursor: "again"}, nil
	case in.Kind == "defect":
		return pageOutput{}, errors.New("the secret cause")
	case in.Kind != "rest":
		return pageOutput{}, fault.E(fault.Kind(in.Kind), fault.Say("It is %s.", "Это %s.", in.Kind), errors.New("the secret cause")).
			WithHint(fault.Say("Ask again.", "Спросите ещё раз.")).WithCandidates("nearer", "farther").After(1500 * time.Millisecond)
	case in.Cursor == "":
		return pageOutput{Items: []string{"a", "b"}, NextCursor: "c"}, nil
	case in.Cursor == "c":
		return pageOutput{Items: []string{"c"}, NextCursor: "d"}, nil
	}
	return pageOutput{Items: []string{"d"}}, nil
}

func library(t testing.TB) *op.Registry {
	t.Helper()
	registry, err := op.NewRegistry(
		op.New(op.Spec{
			Name: "find_books", Toolset: "books", Title: "Find books", Doc: "Finds books by words.", Effect: op.Reads,
			Examples: []op.Example{
				{Title: "Two words", Input: `{"words":["отцы","дети"],"limit":2}`},
				{Title: "An author", Input: `{"words":["d'Artagnan, père"],"years":{"from":1800},"lent":true}`},
			},
		}, find),
		op.New(op.Spec{Name: "turn_pages", Toolset: "books", Title: "Turn pages", Doc: "Turns pages.", Effect: op.Reads}, turn),
		op.New(op.Spec{Name: "everything", Toolset: "lab", Title: "Everything", Doc: "Takes everything.", Effect: op.Reads}, echo),
	)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// session is one run of the program.
type session struct {
	out, err bytes.Buffer
	in       string
	lang     string
	width    int // of the terminal for both streams; 0 is none
	inputs   []string
	budget   int
	help     []HelpFile
}

func (s *session) run(t testing.TB, args ...string) error {
	t.Helper()
	var pipeline op.Pipeline
	c := Config{
		Registry: library(t), Caller: op.Caller{Lang: s.lang, Local: true},
		In: strings.NewReader(s.in), Out: &s.out, Err: &s.err,
		Call: func(ctx context.Context, o *op.Op, args []byte) (op.Result, error) {
			s.inputs = append(s.inputs, string(args))
			s.budget = op.CallerFrom(ctx).Budget
			return pipeline.Call(ctx, o, args)
		},
	}
	root := &cobra.Command{Use: program}
	commands := Commands(c)
	if s.width > 0 {
		commands = onTerminal(c, s.width)
	}
	root.AddCommand(commands...)
	root.SetArgs(args)
	root.SetOut(&s.out)
	root.SetErr(&s.err)
	if err := Adopt(root, s.lang, s.help...); err != nil {
		t.Fatal(err)
	}
	err := root.ExecuteContext(t.Context())
	Report(&s.err, s.lang, err)
	return err
}

// onTerminal is Commands for streams that are terminals, which buffers cannot be.
func onTerminal(c Config, width int) []*cobra.Command {
	s := &shell{Config: c, width: width, errWidth: width}
	return []*cobra.Command{s.callCommand(), s.toolset("books")}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (run with -update and review):\n%s", name, diff)
	}
}

func TestRussian_tellsWhatTheHelpSaysOfAnOperation(t *testing.T) {
	t.Parallel()
	find := op.New(op.Spec{Name: "find_books", Toolset: "books", Title: "Find", Doc: "Finds.", Effect: op.Reads}, func(context.Context, struct {
		Words     string `json:"words" doc:"Of the title."`
		MinRating int    `json:"min_rating,omitzero" doc:"At least."`
		Limit     int    `json:"limit,omitzero" doc:"On a page."`
	},
	) (struct{}, error) {
		return struct{}{}, nil
	})
	russian, err := Russian(HelpFile{Name: "books", Text: []byte(`{"flags": {"words": "что искать"}, "commands": {
		"books find-books": {"title": "Найти", "about": "Ищет.", "flags": {"min-rating": "не ниже"}}}}`)})
	if err != nil {
		t.Fatal(err)
	}
	want := op.Said{Title: "Найти", Doc: "Ищет.", Fields: map[string]string{"words": "что искать", "min_rating": "не ниже", "limit": ""}}
	if diff := cmp.Diff(want, russian(find)); diff != "" {
		t.Error(diff)
	}
	if _, err := Russian(HelpFile{Name: "books", Text: []byte("{")}); err == nil {
		t.Error("help that nobody can read is taken")
	}
}

func TestCommands_output(t *testing.T) {
	t.Parallel()
	russian := []HelpFile{{Name: "books", Text: []byte(`{
		"flags": {"words": "что искать: название или автор", "genre": "только этого рода"},
		"commands": {
			"books find-books": {"title": "Найти книги", "about": "Ищет книги по словам.", "flags": {
				"years": "когда напечатана", "min-rating": "оценка, не ниже", "lent": "и выданные на руки", "limit": "сколько книг",
				"response-format": "форма текста", "in-output": "свойство с занятым именем"}},
			"books turn-pages": {"title": "Листать"}
		}}`)}}
	ask := []string{"books", "find-books", "отцы", "--limit", "7"}
	for name, c := range map[string]struct {
		session session
		args    []string
	}{
		"help_toolset.txt":   {session{}, []string{"books"}},
		"help_operation.txt": {session{}, []string{"books", "find-books", "--help"}},
		"help_required.txt":  {session{}, []string{"lab", "everything", "--help"}},
		"help_pages.txt":     {session{}, []string{"books", "turn-pages", "--help"}},
		"help_russian.txt":   {session{lang: "ru", help: russian}, []string{"books", "find-books", "--help"}},
		"help_known.txt":     {session{lang: "ru", help: russian}, []string{"help", "books"}},
		"help_unknown.txt":   {session{lang: "ru"}, []string{"books", "turn-pages", "--help"}},
		"help_root.txt":      {session{lang: "ru", help: russian}, []string{"--help"}},
		"help_shell.txt":     {session{lang: "ru"}, []string{"completion", "fish", "--help"}},
		"complete.txt":       {session{lang: "ru", help: russian}, []string{"__complete", "call", "find"}},
		"json.txt":           {session{}, ask},
		"table_plain.txt":    {session{lang: "ru"}, append(ask, "-o", "table")},
		"table_wide.txt":     {session{width: 100}, ask},
		"table_middle.txt":   {session{width: 72}, ask},
		"table_narrow.txt":   {session{width: 40, lang: "ru"}, ask},
		"markdown.txt":       {session{lang: "ru"}, append(ask, "-o", "markdown")},
		"markdown_asked.txt": {session{}, append(ask, "--response-format", "markdown")},
		"pages_markdown.txt": {session{}, []string{"books", "turn-pages", "--kind", "rest", "--all", "-o", "markdown"}},
		"pages_first.txt":    {session{width: 72}, []string{"books", "turn-pages", "rest"}},
		"pages_json.txt":     {session{}, []string{"books", "turn-pages", "rest", "--all"}},
		"pages_call.txt":     {session{}, []string{"call", "turn_pages", `{"kind":"rest"}`, "--all", "--output=table"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := c.session.run(t, c.args...); err != nil {
				t.Fatal(err)
			}
			shown := "$ kadry " + strings.Join(c.args, " ") + "\n" + c.session.out.String()
			if text := c.session.err.String(); text != "" {
				shown += "-- stderr\n" + strings.ReplaceAll(text, clearLine, "<clear>")
			}
			golden(t, name, regexp.MustCompile(`(?m) +$`).ReplaceAllString(shown, ""))
			if strings.Contains(shown, "\x1b") {
				t.Errorf("an escape of the data reaches the terminal: %q", shown)
			}
		})
	}
}

func TestCommands_input(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	words, years, array, whole := file("words", "a, b\r\n\nc\n"), file("years", `{"from":1}`), file("array", `["x","y"]`), file("whole", `{"words":["w"]}`)
	find := func(args ...string) []string { return append([]string{"books", "find-books"}, args...) }
	for name, c := range map[string]struct {
		args     []string
		in, want string
	}{
		"arguments":         {find("a", "b"), "", `{"words":["a","b"]}`},
		"comma":             {find("--words", "a,b"), "", `{"words":["a","b"]}`},
		"repeated":          {find("--words", "a", "--words=b,c"), "", `{"words":["a","b","c"]}`},
		"quoted comma":      {find(`"a,b",c`), "", `{"words":["a,b","c"]}`},
		"a stray quote":     {find(`5" disk, old`), "", `{"words":["5\" disk, old"]}`},
		"JSON list":         {find(`["a,b"]`), "", `{"words":["a,b"]}`},
		"empty list":        {find("--words", ""), "", `{"words":[]}`},
		"file of lines":     {find("@" + words), "", `{"words":["a, b","c"]}`},
		"file of JSON":      {find("--words", "@"+array), "", `{"words":["x","y"]}`},
		"standard input":    {find("@-"), "p\nq", `{"words":["p","q"]}`},
		"the sign itself":   {find("@@home"), "", `{"words":["@home"]}`},
		"numbers":           {find("a", "--limit", " 7", "--min-rating", "1e0"), "", `{"limit":7,"min_rating":1e0,"words":["a"]}`},
		"not numbers":       {find("a", "--limit", "many"), "", `{"limit":"many","words":["a"]}`},
		"truth":             {find("a", "--lent"), "", `{"lent":true,"words":["a"]}`},
		"untruth":           {find("a", "--lent=No"), "", `{"lent":"No","words":["a"]}`},
		"false":             {find("a", "--lent=FALSE"), "", `{"lent":false,"words":["a"]}`},
		"object":            {find("a", "--years", `{"from":1}`), "", `{"words":["a"],"years":{"from":1}}`},
		"object in a file":  {find("a", "--years", "@"+years), "", `{"words":["a"],"years":{"from":1}}`},
		"last one counts":   {find("a", "--limit", "1", "--limit", "2"), "", `{"limit":2,"words":["a"]}`},
		"reserved name":     {find("a", "--in-output", "x"), "", `{"output":"x","words":["a"]}`},
		"markdown":          {find("a", "--output", "markdown"), "", `{"response_format":"markdown","words":["a"]}`},
		"own format":        {find("a", "-o", "markdown", "--response-format", "json"), "", `{"response_format":"json","words":["a"]}`},
		"call":              {[]string{"call", "find_books", `{"words":["a"]}`}, "", `{"words":["a"]}`},
		"call, stdin":       {[]string{"call", "find_books", "-"}, `{"words":["a"]}`, `{"words":["a"]}`},
		"call, file":        {[]string{"call", "find_books", "@" + whole}, "", `{"words":["w"]}`},
		"call, nothing":     {[]string{"call", "find_books"}, "", ``},
		"call, not JSON":    {[]string{"call", "find_books", "{", "-o", "markdown"}, "", `{`},
		"call, empty, mark": {[]string{"call", "find_books", "-o", "markdown"}, "", `{"response_format":"markdown"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := session{in: c.in}
			_ = s.run(t, c.args...) // what the kernel says to the input is not asked here
			if diff := cmp.Diff([]string{c.want}, s.inputs); diff != "" {
				t.Errorf("%s%s", diff, s.err.String())
			}
			if s.budget != -1 {
				t.Errorf("the budget is %d, want none", s.budget)
			}
		})
	}
}

func TestCommands_failures(t *testing.T) {
	t.Parallel()
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("\xff\xfe"), 0o600); err != nil {
		t.Fatal(err)
	}
	find := func(args ...string) []string { return append([]string{"books", "find-books"}, args...) }
	for name, c := range map[string]struct {
		lang string
		args []string
		exit int
		want string
	}{
		"a fault":        {"en", []string{"books", "turn-pages", "rate_limited"}, 6, "error: It is rate_limited.\nhint: Ask again.\nnearest: nearer, farther\ntry again in 2 s\n"},
		"in Russian":     {"ru", []string{"books", "turn-pages", "not_found"}, 4, "ошибка: Это not_found.\nподсказка: Спросите ещё раз.\nпохожие: nearer, farther\nповторите через 2 с\n"},
		"a defect":       {"en", []string{"books", "turn-pages", "defect"}, 1, "error: Something broke on our side.\nhint: Try again; if it stays, report the request id.\n"},
		"one field":      {"en", find(), 2, "error: words: is required\n"},
		"two fields":     {"ru", find("a", "--limit", "0", "--genre", "drama"), 2, "ошибка: неверные входные данные\n  genre: должно быть одним из: prose, verse; получено \"drama\"\n  limit: должно быть от 1 до 50, получено 0\n"},
		"unknown flag":   {"en", find("a", "--limits", "1"), 2, "error: There is no flag --limits.\nhint: See kadry books find-books --help.\nnearest: --limit\n"},
		"unknown short":  {"ru", find("a", "-x"), 2, "ошибка: Флага -x нет.\nподсказка: Смотрите kadry books find-books --help.\n"},
		"no value":       {"en", find("a", "--limit"), 2, "error: The flag --limit needs a value.\nhint: See kadry books find-books --help.\n"},
		"bad cobra flag": {"en", []string{"books", "turn-pages", "rest", "--all=maybe"}, 2, "error: The flag --all does not take \"maybe\".\nhint: See kadry books turn-pages --help.\n"},
		"both ways":      {"en", find("a", "--words", "b"), 2, "error: Give either --words or plain arguments, not both.\n"},
		"two texts":      {"en", []string{"books", "turn-pages", "the", "rest"}, 2, "error: One argument is expected, got 2.\nhint: Put a text with spaces in quotes.\n"},
		"no argument":    {"en", []string{"lab", "everything", "x"}, 2, "error: Unexpected argument \"x\"; this command takes flags only.\n"},
		"broken JSON":    {"ru", find("a", "--years", "{from"), 2, "ошибка: Значение --years не является корректным JSON.\n"},
		"no file":        {"en", find("@/nowhere/at all"), 4, "error: There is no file \"/nowhere/at all\".\nhint: A value that starts with @ names a file; write @@ for the sign itself.\n"},
		"a folder":       {"en", find("@" + filepath.Dir(bad)), 2, "error: The file \"" + filepath.Dir(bad) + "\" cannot be read.\n"},
		"not a text":     {"en", find("@" + bad), 2, "error: \"" + bad + "\" is not UTF-8 text.\n"},
		"wrong form":     {"en", find("a", "-o", "yaml"), 2, "error: --output must be json, table or markdown.\n"},
		"no operation":   {"en", []string{"books", "find_book"}, 2, "error: There is no command \"find_book\" under \"kadry books\".\nhint: See kadry books --help.\nnearest: find-books\n"},
		"with its flags": {"ru", []string{"books", "turnpages", "--kind", "rest"}, 2, "ошибка: В \"kadry books\" нет команды \"turnpages\".\nподсказка: Смотрите kadry books --help.\nпохожие: turn-pages\n"},
		"no toolset":     {"en", []string{"book", "find-books"}, 2, "error: There is no command \"book\" under \"kadry\".\nhint: See kadry --help.\nnearest: books\n"},
		"no topic":       {"ru", []string{"help", "books", "find"}, 2, "ошибка: В \"kadry books\" нет команды \"find\".\nподсказка: Смотрите kadry books --help.\nпохожие: find-books\n"},
		"no shell":       {"ru", []string{"completion", "bsh"}, 2, "ошибка: В \"kadry completion\" нет команды \"bsh\".\nподсказка: Смотрите kadry completion --help.\nпохожие: bash, fish, zsh\n"},
		"one too many":   {"ru", []string{"completion", "bash", "x"}, 2, "ошибка: Аргументы не подходят; команда пишется так: kadry completion bash.\nподсказка: Смотрите kadry completion bash --help.\n"},
		"bad value":      {"ru", []string{"books", "turn-pages", "rest", "--all=maybe"}, 2, "ошибка: Флаг --all не принимает значение \"maybe\".\nподсказка: Смотрите kadry books turn-pages --help.\n"},
		"bad flag":       {"ru", find("a", "--=x"), 2, "ошибка: Флаги так не пишутся: --=x.\nподсказка: Смотрите kadry books find-books --help.\n"},
		"call, nothing":  {"en", []string{"call"}, 2, "error: Name one operation and at most one input.\nhint: See kadry call --help.\n"},
		"call, no name":  {"en", []string{"call", "find_book"}, 4, "error: There is no operation \"find_book\".\nnearest: find_books, turn_pages, everything\n"},
		"call, no pages": {"en", []string{"call", "find_books", `{"words":["a"]}`, "--all"}, 2, "error: find_books does not answer in pages.\n"},
		"endless pages":  {"en", []string{"books", "turn-pages", "loop", "--all"}, 1, "error: turn_pages answers the same page again and again.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := session{lang: c.lang}
			err := s.run(t, c.args...)
			if got := ExitCode(err); got != c.exit {
				t.Errorf("exit code %d, want %d", got, c.exit)
			}
			if diff := cmp.Diff(c.want, s.err.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReport_otherErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want string
		exit int
	}{
		"none":      {nil, "", 0},
		"plain":     {errors.New("listen: port \x1b[2Jtaken"), "error: listen: port [2Jtaken\n", 1},
		"cancelled": {context.Canceled, "error: The call was cancelled.\n", 130},
	} {
		var b strings.Builder
		Report(&b, "en", c.err)
		if b.String() != c.want || ExitCode(c.err) != c.exit {
			t.Errorf("%s: got %q and %d, want %q and %d", name, b.String(), ExitCode(c.err), c.want, c.exit)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for want, environments := range map[string][]map[string]string{
		"ru": {{"LANG": "ru_RU.UTF-8"}, {"LC_ALL": "ru", "LANG": "en_US"}, {"LC_MESSAGES": "RU_ru", "LANG": "C"}},
		"en": {{}, {"LANG": "de_DE"}, {"LC_ALL": "C", "LANG": "ru_RU"}, {"LC_ALL": "", "LANG": "en_US"}},
	} {
		for _, env := range environments {
			if got := Language(func(name string) string { return env[name] }); got != want {
				t.Errorf("%v: got %s, want %s", env, got, want)
			}
		}
	}
}

func TestCommands_completion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"operations": {[]string{"books", "f"}, "find-books\tFind books\n:4\n"},
		"enum":       {[]string{"books", "find-books", "a", "--genre", ""}, "prose\nverse\n:4\n"},
		"forms":      {[]string{"books", "find-books", "a", "--output", ""}, "json\ntable\nmarkdown\n:4\n"},
		"names":      {[]string{"call", "t"}, "turn_pages\tTurn pages\n:4\n"},
		"files":      {[]string{"books", "find-books", ""}, ":0\n"},
		"numbers":    {[]string{"books", "find-books", "a", "--limit", ""}, ":4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s session
			if err := s.run(t, append([]string{"__complete"}, c.args...)...); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, s.out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAdopt_refusesHelpItCannotRead(t *testing.T) {
	t.Parallel()
	books := HelpFile{Name: "books", Text: []byte(`{"commands": {"books": {"title": "Книги"}}}`)}
	for name, c := range map[string]struct {
		files []HelpFile
		want  string
	}{
		"no JSON":      {[]HelpFile{{Name: "books", Text: []byte("{")}}, "help of books"},
		"unknown key":  {[]HelpFile{{Name: "books", Text: []byte(`{"commands": {"books": {"titel": "Книги"}}}`)}}, "titel"},
		"brought here": {[]HelpFile{{Name: "books", Text: []byte(`{"commands": {"call": {"title": "Звать"}}}`)}}, `cli and books both bring the help of "call"`},
		"twice":        {[]HelpFile{books, {Name: "shelf", Text: books.Text}}, `books and shelf both bring the help of "books"`},
	} {
		err := Adopt(&cobra.Command{Use: program}, "ru", c.files...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want something about %s", name, err, c.want)
		}
	}
}
