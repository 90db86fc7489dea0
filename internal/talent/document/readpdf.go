package document

import (
	"context"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/pdf"
	pdflayout "kadry/internal/pdf/layout"
)

// scanGlyphs is how many characters a page has at least when it is text and not a picture
// of text.
const scanGlyphs = 20

func readPDF(ctx context.Context, data []byte, limits Limits) (Document, error) {
	pages, err := pdf.Read(ctx, data, pdf.Bounds{Pages: limits.Pages, Unpacked: limits.Unpacked})
	if err != nil {
		return Document{}, pdfFault(err)
	}
	doc := Document{Pages: len(pages), Charset: utf8Name}
	var text [][]line
	var hidden, rotated, unnamed, scans int
	damaged, columns := false, 0
	var reader pdflayout.Reader
	for i, p := range pages {
		if err := ctx.Err(); err != nil {
			return Document{}, err
		}
		shown := pageLines(&reader, p, i+1, columns)
		columns = max(columns, lastColumn(shown))
		text = append(text, shown)
		hidden += p.Hidden
		rotated += p.Rotated
		unnamed += p.Unnamed
		damaged = damaged || p.Damaged
		if len(p.Glyphs) < scanGlyphs {
			scans++
		}
	}
	doc.setText(unwrap(rejoin(setMargins(text))))
	if scans == len(pages) || doc.Text == "" {
		return Document{}, scanFault(unnamed)
	}
	doc.warn(scans > 0, "needs_ocr", fault.Say(
		"%d of %d pages hold almost no text: pictures and scans are not read.",
		"Страниц почти без текста: %d из %d. Картинки и сканы не распознаются.", scans, len(pages)))
	doc.warn(hidden > 0, "hidden_text", fault.Say(
		"%d characters were left out: they are white, smaller than 2 pt or off the page, so a person would not see them.",
		"Пропущено знаков: %d. Они белые, мельче 2 пт или за краем страницы, человек их не увидит.", hidden))
	doc.warn(rotated > scanGlyphs, "rotated_text", fault.Say(
		"%d characters of turned text were left out.", "Пропущено знаков повёрнутого текста: %d.", rotated))
	doc.warn(unnamed > scanGlyphs, "unreadable_font", fault.Say(
		"%d characters are in fonts that do not say which letters they show.",
		"Символов в шрифтах без таблицы соответствия буквам: %d.", unnamed))
	doc.warn(damaged, "damaged", fault.Say(
		"Parts of the file are damaged and were skipped.", "Часть файла повреждена и пропущена."))
	return doc, nil
}

// warn adds a warning when it applies.
func (d *Document) warn(applies bool, code string, text fault.Text) {
	if applies {
		d.Warnings = append(d.Warnings, Warning{Code: code, Text: text})
	}
}

func scanFault(unnamed int) error {
	if unnamed > scanGlyphs {
		return fault.E(fault.Invalid, fault.Say(
			"The fonts of this PDF do not say which letters they show, so its text cannot be read.",
			"Шрифты этого PDF не указывают, какие буквы они изображают, поэтому прочитать текст нельзя."), nil).
			WithHint(fault.Say("Send the CV as DOCX, or save it as PDF anew.", "Пришлите резюме в DOCX или сохраните PDF заново."))
	}
	return fault.E(fault.Invalid, fault.Say(
		"This PDF is a scan without a text layer (needs_ocr): there is no text in it to read.",
		"Этот PDF — скан без текстового слоя (needs_ocr): читать в нём нечего."), nil).
		WithHint(fault.Say("Send the original document, or run text recognition first.",
			"Пришлите исходный документ или сначала распознайте текст."))
}

var quantities = map[pdf.Quantity]fault.Text{
	pdf.Pages:      fault.Say("pages", "страниц"),
	pdf.Objects:    fault.Say("objects", "объектов"),
	pdf.Unpacked:   fault.Say("unpacked bytes", "байт после распаковки"),
	pdf.Operations: fault.Say("drawing operations", "операций рисования"),
}

func pdfFault(err error) error {
	var size *pdf.SizeError
	switch {
	case errors.As(err, &size):
		what := quantities[size.What]
		return fault.E(fault.TooLarge, fault.Text{
			EN: fmt.Sprintf("Too many %s in the PDF: %d; the limit is %d.", what.EN, size.Got, size.Max),
			RU: fmt.Sprintf("В PDF слишком много %s: %d; допустимо не более %d.", what.RU, size.Got, size.Max),
		}, err)
	case errors.Is(err, pdf.ErrEncrypted):
		return fault.E(fault.Invalid, fault.Say(
			"This PDF is encrypted and cannot be read.", "Этот PDF зашифрован, прочитать его нельзя."), err).
			WithHint(fault.Say("Remove the password and the protection, then send it again.",
				"Снимите пароль и защиту и пришлите файл снова."))
	case errors.Is(err, pdf.ErrEmpty):
		return fault.E(fault.Invalid, fault.Say("This PDF has no pages.", "В этом PDF нет ни одной страницы."), err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return damagedFault(PDF, err)
}
