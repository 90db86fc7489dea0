package formula_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kadry/internal/exam/formula"
)

// The checkers here know nothing of the package's tables: they hold what LaTeX and MathML
// themselves demand.

var (
	latexToken = regexp.MustCompile(`\\[A-Za-z]+|\\.|[{}\[\]^_&]|\s+|[^\\{}\[\]^_&\s]+`)

	// latexGroups is how many braced groups a command must have.
	latexGroups = map[string]int{
		`\frac`: 2, `\binom`: 2, `\overset`: 2, `\underset`: 2, `\sqrt`: 1, `\text`: 1, `\mathrm`: 1, `\mathbb`: 1, `\mathcal`: 1, `\mathbf`: 1, `\operatorname`: 1,
		`\vec`: 1, `\overrightarrow`: 1, `\overline`: 1, `\underline`: 1, `\hat`: 1, `\widehat`: 1, `\tilde`: 1, `\dot`: 1, `\ddot`: 1,
		`\xrightarrow`: 1, `\begin`: 1, `\end`: 1,
	}

	// latexPlain is the commands that need none.
	latexPlain = strings.Fields(`\, \\ \% \{ \} \# \& \_ \quad \pm \mp \cdot \times \div \circ \oplus \cup \cap \setminus \land \lor \bmod
		\neq \leq \geq \ll \gg \approx \equiv \sim \cong \propto \in \notin \ni \subset \subseteq \supset \parallel \nparallel \perp \mid \vdots
		\Leftrightarrow \Rightarrow \Leftarrow \to \leftarrow \leftrightarrow \rightleftarrows \mapsto \uparrow \downarrow
		\angle \triangle \lnot \forall \exists \partial \nabla \ldots \cdots \infty \varnothing \hbar \ell \sum \prod \int \oint
		\sin \cos \sec \arcsin \arccos \log \ln \lg \exp \lim \max \min \prime \frown \langle \rangle \lfloor \rfloor \lceil \rceil
		\alpha \beta \gamma \delta \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma \tau \upsilon \varphi \chi \psi \omega
		\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega \left \right`)
)

// checkLaTeX reports braces, \left, \begin and scripts that TeX would stumble over, and
// commands without their groups.
func checkLaTeX(t testing.TB, what, latex string) {
	t.Helper()
	if err := latexFault(latex); err != nil {
		t.Errorf("%q: LaTeX %s: %v", what, latex, err)
	}
}

func latexFault(latex string) error {
	if strings.TrimSpace(latex) == "" {
		return fmt.Errorf("empty")
	}
	tokens := latexToken.FindAllString(latex, -1)
	if strings.Join(tokens, "") != latex {
		return fmt.Errorf("not made of tokens")
	}
	var open []string // "{", or what \left and \begin opened
	closes := func(wanted string) bool {
		if len(open) == 0 || open[len(open)-1] != wanted {
			return false
		}
		open = open[:len(open)-1]
		return true
	}
	scripts := [][2]bool{{}} // index and power the last atom has, at each depth
	for i, token := range tokens {
		seen := &scripts[len(scripts)-1]
		switch {
		case token == "{":
			if i > 0 && !strings.ContainsAny(tokens[i-1], "^_") {
				*seen = [2]bool{}
			}
			open = append(open, "{")
			scripts = append(scripts, [2]bool{})
		case token == "}":
			if !closes("{") {
				return fmt.Errorf("brace %d closes nothing", i)
			}
			scripts = scripts[:len(scripts)-1]
		case token == "^" || token == "_":
			place := strings.Index("_^", token)
			if seen[place] {
				return fmt.Errorf("double %s", token)
			}
			seen[place] = true
			if i+1 == len(tokens) || tokens[i+1] != "{" {
				return fmt.Errorf("%s without a group", token)
			}
		case token == `\left`:
			open = append(open, token)
		case token == `\right`:
			if !closes(`\left`) {
				return fmt.Errorf(`\right without \left`)
			}
		case token == `\begin`:
			open = append(open, tokens[i+2])
		case token == `\end`:
			if !closes(tokens[i+2]) {
				return fmt.Errorf(`\end{%s} closes nothing`, tokens[i+2])
			}
		case token == "&" || token == `\\`:
			if len(open) == 0 || open[len(open)-1] == "{" || open[len(open)-1] == `\left` {
				return fmt.Errorf("%s outside a table", token)
			}
		}
		if !strings.ContainsAny(token, "{}^_") && strings.TrimSpace(token) != "" {
			*seen = [2]bool{}
		}
		if strings.HasPrefix(token, `\`) {
			if err := commandFault(tokens, i); err != nil {
				return err
			}
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("%v never closed", open)
	}
	return nil
}

// commandFault checks that the command at i is known and has its groups.
func commandFault(tokens []string, i int) error {
	groups, needs := latexGroups[tokens[i]]
	if !needs {
		if !slices.Contains(latexPlain, tokens[i]) {
			return fmt.Errorf("unknown command %s", tokens[i])
		}
		return nil
	}
	at := i + 1
	if tokens[i] == `\sqrt` && at < len(tokens) && tokens[at] == "[" {
		for at < len(tokens) && tokens[at] != "]" {
			at++
		}
		at++
	}
	for range groups {
		if at >= len(tokens) || tokens[at] != "{" {
			return fmt.Errorf("%s lacks a group", tokens[i])
		}
		for depth := 0; at < len(tokens); {
			switch tokens[at] {
			case "{":
				depth++
			case "}":
				depth--
			}
			at++
			if depth == 0 {
				break
			}
		}
	}
	return nil
}

func TestLaTeXFault_findsFaults(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		``, `{`, `}`, `x^2`, `x^{2}^{3}`, `x_{1}_{2}`, `\frac{1}`, `\frac12`, `\sqrt x`, `\left(x`, `x\right)`, `\foo`, `a & b`, `\begin{cases} x`,
		`\begin{cases} x \end{matrix}`, `\alphax`, `x^`,
	} {
		if latexFault(bad) == nil {
			t.Errorf("no fault found in %q", bad)
		}
	}
	for _, good := range []string{`x^{2}_{1}`, `{x^{2}}^{3}`, `\sqrt[3]{x}`, `\left(\frac{1}{2}\right)^{2}`, `\begin{cases} x & y \\ z \end{cases}`, `\left[\begin{array}{l} x \end{array}\right.`} {
		if err := latexFault(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

// mathChildren is how many children each element of MathML Core that is used has; -1 any.
var mathChildren = map[string]int{
	"math": 1, "mrow": -1, "mi": 0, "mn": 0, "mo": 0, "mtext": 0, "mspace": 0, "mfrac": 2, "msqrt": 1, "mroot": 2, "msup": 2, "msub": 2, "msubsup": 3,
	"mover": 2, "munder": 2, "munderover": 3, "mtable": -1, "mtr": -1, "mtd": 1,
}

// checkMathML reports XML that is not well formed, elements with too few or too many
// children, leaves without text, and an alttext that is not the reading.
func checkMathML(t testing.TB, alt, mathML string) {
	t.Helper()
	if err := mathFault(alt, mathML); err != nil {
		t.Errorf("%q: MathML %s: %v", alt, mathML, err)
	}
}

func mathFault(alt, mathML string) error {
	type element struct {
		name     string
		children int
		text     string
	}
	var open []element
	decoder := xml.NewDecoder(strings.NewReader(mathML))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			if len(open) != 0 {
				return fmt.Errorf("%v never closed", open)
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			if len(open) == 0 {
				if err := rootFault(alt, token); err != nil {
					return err
				}
			} else {
				open[len(open)-1].children++
			}
			open = append(open, element{name: name})
		case xml.CharData:
			if len(open) == 0 {
				return fmt.Errorf("text outside")
			}
			open[len(open)-1].text += string(token)
		case xml.EndElement:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			want, known := mathChildren[last.name]
			leaf := slices.Contains([]string{"mi", "mn", "mo", "mtext"}, last.name)
			switch {
			case !known:
				return fmt.Errorf("unknown element %s", last.name)
			case want >= 0 && last.children != want:
				return fmt.Errorf("%s has %d children", last.name, last.children)
			case leaf == (last.text == ""):
				return fmt.Errorf("%s has the text %q", last.name, last.text)
			}
		}
	}
}

func rootFault(alt string, start xml.StartElement) error {
	if start.Name.Local != "math" || start.Name.Space != "http://www.w3.org/1998/Math/MathML" {
		return fmt.Errorf("the root is %v", start.Name)
	}
	for _, attribute := range start.Attr {
		if attribute.Name.Local == "alttext" && attribute.Value == formula.Reading(alt) {
			return nil
		}
	}
	return fmt.Errorf("no alttext with the reading")
}
