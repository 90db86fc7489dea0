package formula

import "strings"

// class tells the writers how a sign is spaced and the parser what may follow it.
type class uint8

const (
	ordinary    class = iota // letters and things: α, ∞, ∅
	function                 // takes the argument after it: sin
	large                    // takes limits: ∑, ∫
	binary                   // +, with a unary form
	relation                 // =, →
	prefix                   // stands tight before its operand: ∠
	postfix                  // stands tight after it: !
	punctuation              // , ;
)

// sign is one mark of notation under its names: how LaTeX writes it, how it looks, what the
// reading calls it (forms apart by "|"), what further TeX commands mean it.
type sign struct {
	latex, char string
	class       class
	words, tex  string
}

// signs is the vocabulary of single marks. Where two rows share a character, the first is
// what the character means when it stands in the reading itself.
var signs = []sign{
	{`+`, "+", binary, "плюс", ""},
	{`-`, "−", binary, "минус", ""},
	{`\pm`, "±", binary, "плюс минус|плюс-минус|плюс или минус", "pm"},
	{`\mp`, "∓", binary, "минус плюс|минус или плюс", "mp"},
	{`\cdot`, "·", binary, "умножить на|умноженное на|умножить", "cdot|bullet"},
	{`\times`, "×", binary, "крест|векторно умножить на", "times"},
	{`:`, ":", binary, "делить на|разделить на|деленное на|делённое на|двоеточие", "colon"},
	{`\div`, "÷", binary, "", "div"},
	{`/`, "/", binary, "дробная черта|косая черта", ""},
	{`*`, "*", binary, "звёздочка|звездочка", "ast"},
	{`\circ`, "∘", binary, "", "circ"},
	{`\oplus`, "⊕", binary, "исключающее или|сумма по модулю два", "oplus"},
	{`\cup`, "∪", binary, "объединение|объединение множеств|в объединении с", "cup|bigcup"},
	{`\cap`, "∩", binary, "пересечение|пересечение множеств|в пересечении с", "cap|bigcap"},
	{`\setminus`, "∖", binary, "разность множеств|без элементов", "setminus|backslash"},
	{`\land`, "∧", binary, "логическое и|конъюнкция", "land|wedge"},
	{`\lor`, "∨", binary, "логическое или|дизъюнкция", "lor|vee"},
	{`\bmod`, "mod", binary, "по модулю", "bmod|mod"},

	{`=`, "=", relation, "равно|равен|равна|равны|равняется", ""},
	{`\neq`, "≠", relation, "не равно|не равен|не равна|не равны", "ne|neq"},
	{`<`, "<", relation, "меньше|строго меньше", "lt"},
	{`>`, ">", relation, "больше|строго больше", "gt"},
	{`\leq`, "≤", relation, "меньше или равно|меньше либо равно|меньше или равен|меньше или равна", "le|leq|leqslant"},
	{`\geq`, "≥", relation, "больше или равно|больше либо равно|больше или равен|больше или равна", "ge|geq|geqslant"},
	{`\ll`, "≪", relation, "много меньше|значительно меньше", "ll"},
	{`\gg`, "≫", relation, "много больше|значительно больше", "gg"},
	{`\approx`, "≈", relation, "приблизительно равно|примерно равно|приближенно равно|приближённо равно", "approx|simeq|thickapprox"},
	{`\equiv`, "≡", relation, "тождественно равно|тождественно|сравнимо с|эквивалентность|эквивалентно", "equiv"},
	{`\sim`, "∼", relation, "подобен|подобно|подобны|тильда", "sim"},
	{`\cong`, "≅", relation, "конгруэнтно|равен по форме", "cong"},
	{`\propto`, "∝", relation, "пропорционально|пропорциональна|пропорционален", "propto"},
	{`\in`, "∈", relation, "принадлежит|принадлежат|принадлежит множеству", "in"},
	{`\notin`, "∉", relation, "не принадлежит|не принадлежат|не принадлежит множеству", "notin"},
	{`\ni`, "∋", relation, "содержит элемент", "ni"},
	{`\subset`, "⊂", relation, "подмножество|является подмножеством|лежит в|содержится в", "subset"},
	{`\subseteq`, "⊆", relation, "подмножество или равно", "subseteq"},
	{`\supset`, "⊃", relation, "надмножество|содержит", "supset"},
	{`\parallel`, "∥", relation, "параллельно|параллельна|параллелен|параллельны", "parallel"},
	{`\nparallel`, "∦", relation, "не параллельно|не параллельна|не параллельны", "nparallel"},
	{`\perp`, "⊥", relation, "перпендикулярно|перпендикулярна|перпендикулярен|перпендикулярны", "perp|bot"},
	{`\mid`, "∣", relation, "делит", "mid"},
	{`\vdots`, "⋮", relation, "делится на|кратно", "vdots"},
	{`\Leftrightarrow`, "⇔", relation, "равносильно|равносильна|тогда и только тогда", "Leftrightarrow|iff|Longleftrightarrow"},
	{`\Rightarrow`, "⇒", relation, "следует|следовательно|отсюда следует", "Rightarrow|Longrightarrow|implies"},
	{`\Leftarrow`, "⇐", relation, "следует из", "Leftarrow"},
	{`\to`, "→", relation, "стрелка|стрелка вправо|правая стрелка|стремится к|импликация", "to|rightarrow|longrightarrow"},
	{`\leftarrow`, "←", relation, "стрелка влево|левая стрелка", "leftarrow|gets|longleftarrow"},
	{`\leftrightarrow`, "↔", relation, "двусторонняя стрелка", "leftrightarrow"},
	{`\rightleftarrows`, "⇄", relation, "обратимая реакция|стрелки в обе стороны", "rightleftarrows|rightleftharpoons|leftrightarrows"},
	{`\mapsto`, "↦", relation, "отображается в|переходит в", "mapsto"},

	{`\uparrow`, "↑", postfix, "стрелка вверх", "uparrow"},
	{`\downarrow`, "↓", postfix, "стрелка вниз", "downarrow"},
	{`!`, "!", postfix, "факториал|восклицательный знак", ""},
	{`?`, "?", postfix, "вопросительный знак", ""},
	{`\%`, "%", postfix, "процентов|процент|процента|проценты", ""},

	{`\angle`, "∠", prefix, "угол|угла|углу", "angle|measuredangle"},
	{`\triangle`, "△", prefix, "треугольник|треугольника|треугольнику", "triangle|bigtriangleup"},
	{`\lnot`, "¬", prefix, "логическое не|отрицание|инверсия", "lnot|neg"},
	{`\forall`, "∀", prefix, "для любого|для всех|для каждого", "forall"},
	{`\exists`, "∃", prefix, "существует", "exists"},
	{`\partial`, "∂", prefix, "частная производная", "partial"},
	{`\nabla`, "∇", prefix, "набла", "nabla"},

	{`,`, ",", punctuation, "запятая", ""},
	{`;`, ";", punctuation, "точка с запятой", ""},
	{`.`, ".", punctuation, "точка", ""},
	{`\ldots`, "…", ordinary, "многоточие|и так далее|троеточие", "ldots|dots|dotsc"},
	{`\cdots`, "⋯", ordinary, "", "cdots|dotsb"},

	{`\infty`, "∞", ordinary, "бесконечность|бесконечности|бесконечностью", "infty"},
	{`\varnothing`, "∅", ordinary, "пустое множество|пустому множеству", "varnothing|emptyset"},
	{`\mathbb{N}`, "ℕ", ordinary, "множество натуральных чисел|множеству натуральных чисел", ""},
	{`\mathbb{Z}`, "ℤ", ordinary, "множество целых чисел|множеству целых чисел", ""},
	{`\mathbb{Q}`, "ℚ", ordinary, "множество рациональных чисел|множеству рациональных чисел", ""},
	{`\mathbb{R}`, "ℝ", ordinary, "множество действительных чисел|множеству действительных чисел|множество вещественных чисел|множеству вещественных чисел", ""},
	{`\mathbb{C}`, "ℂ", ordinary, "множество комплексных чисел|множеству комплексных чисел", ""},
	{`\hbar`, "ℏ", ordinary, "аш с чертой|постоянная планка с чертой", "hbar"},
	{`\ell`, "ℓ", ordinary, "", "ell"},

	{`\sum`, "∑", large, "сумма|сумма ряда", "sum"},
	{`\prod`, "∏", large, "произведение", "prod"},
	{`\int`, "∫", large, "интеграл|определенный интеграл|определённый интеграл|неопределенный интеграл|неопределённый интеграл", "int"},
	{`\oint`, "∮", large, "контурный интеграл", "oint"},

	{`\sin`, "sin", function, "синус|синуса", "sin"},
	{`\cos`, "cos", function, "косинус|косинуса", "cos"},
	{`\operatorname{tg}`, "tg", function, "тангенс|тангенса", "tan|tg"},
	{`\operatorname{ctg}`, "ctg", function, "котангенс|котангенса", "cot|ctg"},
	{`\sec`, "sec", function, "секанс|секанса", "sec"},
	{`\operatorname{cosec}`, "cosec", function, "косеканс|косеканса", "csc|cosec"},
	{`\arcsin`, "arcsin", function, "арксинус|арксинуса", "arcsin"},
	{`\arccos`, "arccos", function, "арккосинус|арккосинуса", "arccos"},
	{`\operatorname{arctg}`, "arctg", function, "арктангенс|арктангенса", "arctan|arctg"},
	{`\operatorname{arcctg}`, "arcctg", function, "арккотангенс|арккотангенса", "arcctg|arccot"},
	{`\log`, "log", function, "логарифм|логарифма", "log"},
	{`\ln`, "ln", function, "натуральный логарифм|натурального логарифма", "ln"},
	{`\lg`, "lg", function, "десятичный логарифм|десятичного логарифма", "lg"},
	{`\exp`, "exp", function, "экспонента", "exp"},
	{`\lim`, "lim", function, "", "lim"},
	{`\max`, "max", function, "максимум", "max"},
	{`\min`, "min", function, "минимум", "min"},
	{`\operatorname{sgn}`, "sgn", function, "знак числа", "sgn|sign"},
	{`\operatorname{НОД}`, "НОД", function, "нод", ""},
	{`\operatorname{НОК}`, "НОК", function, "нок", ""},
	{`\operatorname{const}`, "const", ordinary, "константа", "const"},
}

// greek is the letters that LaTeX names: command, character, the reading's words. Small
// letters only; a capital has the same words with a capital first letter.
var greek = []struct{ command, char, words string }{
	{"alpha", "α", "альфа"},
	{"beta", "β", "бета|бэта"},
	{"gamma", "γ", "гамма"},
	{"delta", "δ", "дельта"},
	{"varepsilon", "ε", "эпсилон"},
	{"zeta", "ζ", "дзета|зета"},
	{"eta", "η", "эта"},
	{"theta", "θ", "тета|тэта"},
	{"iota", "ι", "йота"},
	{"kappa", "κ", "каппа"},
	{"lambda", "λ", "лямбда|ламбда"},
	{"mu", "μ", "мю"},
	{"nu", "ν", "ню"},
	{"xi", "ξ", "кси"},
	{"pi", "π", "пи"},
	{"rho", "ρ", "ро"},
	{"sigma", "σ", "сигма"},
	{"tau", "τ", "тау"},
	{"upsilon", "υ", "ипсилон"},
	{"varphi", "φ", "фи"},
	{"chi", "χ", "хи"},
	{"psi", "ψ", "пси"},
	{"omega", "ω", "омега"},
}

// greekCapitals is the capitals that do not look Latin; "Пи" is left out, because the
// readings write the number π with a capital as often as without.
var greekCapitals = []struct{ command, char, word string }{
	{"Gamma", "Γ", "Гамма"},
	{"Delta", "Δ", "Дельта"},
	{"Theta", "Θ", "Тета"},
	{"Lambda", "Λ", "Лямбда"},
	{"Xi", "Ξ", "Кси"},
	{"Pi", "Π", ""},
	{"Sigma", "Σ", "Сигма"},
	{"Phi", "Φ", "Фи"},
	{"Psi", "Ψ", "Пси"},
	{"Omega", "Ω", "Омега"},
}

// lookalikes is further characters for a sign of the table.
var lookalikes = map[string]string{
	"-": "−", "–": "−", "—": "−", "‑": "−", "⋅": "·", "∙": "·", "•": "·", "∶": ":",
	"⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥", "⟶": "→", "⟹": "⇒", "⟺": "⇔", "⇌": "⇄",
	"∆": "Δ", "Ω": "Ω", "µ": "μ", "ϕ": "φ", "ϵ": "ε", "ϑ": "θ", "\\": "∖", "~": "∼", "˅": "∨", "˄": "∧",
}

var signByCommand, signByChar = indexSigns()

func indexSigns() (byCommand, byChar map[string]*sign) {
	byCommand, byChar = map[string]*sign{}, map[string]*sign{}
	add := func(s sign) {
		if byChar[s.char] == nil {
			byChar[s.char] = &s
		}
		for command := range strings.SplitSeq(s.tex, "|") {
			byCommand[command] = &s
		}
	}
	for _, s := range signs {
		add(s)
	}
	for _, g := range greek {
		add(sign{latex: `\` + g.command, char: g.char, tex: g.command + "|" + strings.TrimPrefix(g.command, "var")})
	}
	for _, g := range greekCapitals {
		add(sign{latex: `\` + g.command, char: g.char, tex: g.command})
	}
	for other, char := range lookalikes {
		byChar[other] = byChar[char]
	}
	delete(byCommand, "")
	return byCommand, byChar
}
