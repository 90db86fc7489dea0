package document

import (
	"strings"
	"testing"
)

func TestLatexText(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ source, want string }{
		"row":         {`\cventry{2019--2021}{Farrier}{Tallow \& Lane}{Ludlow}{}{Shod horses}`, "2019–2021 | Farrier | Tallow & Lane | Ludlow\nShod horses"},
		"line":        {`\textbf{Farrier} \hfill 2019 \\ \textit{Tallow Lane}`, "Farrier \t 2019 \n Tallow Lane"},
		"section":     {`\section*{Опыт работы}`, "Опыт работы"},
		"remark":      {"seen % hidden\nseen", "seen \nseen"},
		"option":      {`\documentclass[12pt]{article}\name{Ann}{Example}`, "Ann Example"},
		"list":        {`\begin{itemize}\item one \item two\end{itemize}`, "•  one \n•  two"},
		"open braces": {`\textbf{Farrier`, "Farrier"},
		"lone sign":   {`a \`, "a"},
		"deep":        {strings.Repeat(`\textbf{`, 5000) + "x", "x"},
		"many open":   {strings.Repeat(`\textbf{[`, 200_000), strings.Repeat("[", 200_000)},
		"deep closed": {"a " + strings.Repeat(`\textbf{`, 5000) + "x" + strings.Repeat("}", 5000), "a"},
	}
	for name, tt := range tests {
		if got := strings.TrimSpace(latexText(tt.source)); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
