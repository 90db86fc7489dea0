package usage_test

import (
	"slices"
	"testing"

	"kadry/internal/evidence/usage"
)

func TestFree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lang  usage.Language
		body  string
		has   []string
		hasNo []string
	}{
		{
			"globals and their members", usage.JavaScript, "(function ($) { $.fn.tip = function () { this.addClass('x') } })(jQuery)",
			[]string{"$.fn", "jQuery", ".addClass"},
			[]string{"addClass"},
		},
		{
			"what an import brings is not free", usage.TypeScript, "import { test, expect as want } from './fixtures'\ntest('a', () => want(1).toBe(1))\nit('b')",
			[]string{"it", ".toBe"},
			[]string{"test", "want", "expect"},
		},
		{"nor is what is handed on", usage.TypeScript, "export { expect } from 'somewhere'\ndescribe('a')", []string{"describe"}, []string{"expect"}},
		{"nor what the file defines", usage.JavaScript, "const $ = load()\nfunction cy() {}\n$.each(a)\ncy.visit()", []string{"load"}, []string{"$.each", "cy.visit", "cy"}},
		{"comments and texts are no names", usage.PHP, "<?php // add_action\n$a = 'add_filter'; /* wp_head */ do_action('x');", []string{"do_action"}, []string{"add_action", "add_filter", "wp_head"}},
		{"annotations", usage.Java, "import jakarta.persistence.*;\n@Entity class A { @Id Long id; }", []string{"Entity", "Id"}, []string{"A", "jakarta.persistence", ".persistence"}},
		{"nothing", usage.Ruby, "", nil, []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			free := usage.Scan(c.lang, []byte(c.body)).Free
			for _, name := range c.has {
				if !slices.Contains(free, name) {
					t.Errorf("%q is not among %q", name, free)
				}
			}
			for _, name := range c.hasNo {
				if slices.Contains(free, name) {
					t.Errorf("%q is among %q", name, free)
				}
			}
		})
	}
}
