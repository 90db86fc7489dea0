package document

import (
	"context"
	"errors"
	"fmt"

	"kadry/internal/fault"
)

// Read returns the readable content of a file. The format is told by the content first
// and by the extension of name second. Zero fields of limits take their defaults. The
// error is a fault: Invalid for a file that cannot be read, TooLarge over a limit, Timeout
// and Canceled by the clock and the caller.
//
// Every loop in here watches ctx and every size is bounded, but a file is hostile input
// and parsers have defects: a server reads in another process, through a confined.Reader.
func Read(ctx context.Context, name string, data []byte, limits Limits) (doc Document, err error) {
	limits = limits.orDefault()
	ctx, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			doc, err = Document{}, damagedFault("", fmt.Errorf("document: parser panic: %v", r))
		}
	}()
	doc, err = read(ctx, name, data, limits)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Document{}, asFault(err, limits)
	}
	return doc, nil
}

func read(ctx context.Context, name string, data []byte, limits Limits) (Document, error) {
	if int64(len(data)) > limits.Bytes {
		return Document{}, fault.E(fault.TooLarge, fault.Say(
			"The file has %d bytes; the limit is %d.", "Размер файла %d байт; допустимо не более %d.",
			len(data), limits.Bytes), nil)
	}
	format, err := detect(name, data)
	if err != nil {
		return Document{}, err
	}
	doc, err := readers[format](ctx, data, limits)
	if err != nil {
		return Document{}, err
	}
	doc.Format = format
	if len(doc.Text) > limits.TextBytes {
		return Document{}, textFault(limits)
	}
	if doc.Text == "" {
		return Document{}, fault.E(fault.Invalid, fault.Say(
			"There is no text in this file.", "В этом файле нет текста."), nil)
	}
	return doc, nil
}

var readers = map[Format]func(context.Context, []byte, Limits) (Document, error){
	PDF: readPDF, DOCX: readDOCX, ODT: readODT, RTF: readRTF, HTML: readHTML,
	Text: readText, Markdown: readMarkdown, JSONResume: readJSONResume,
}

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = DefaultLimits.Bytes
	}
	if l.Pages <= 0 {
		l.Pages = DefaultLimits.Pages
	}
	if l.TextBytes <= 0 {
		l.TextBytes = DefaultLimits.TextBytes
	}
	if l.Unpacked <= 0 {
		l.Unpacked = DefaultLimits.Unpacked
	}
	if l.Time <= 0 {
		l.Time = DefaultLimits.Time
	}
	return l
}

// asFault gives the deadline of one file its own words: the caller's call may have time
// left.
func asFault(err error, limits Limits) error {
	var known *fault.Error
	if !errors.As(err, &known) && errors.Is(err, context.DeadlineExceeded) {
		return timeFault(limits, err)
	}
	return fault.From(err)
}

func timeFault(limits Limits, cause error) error {
	return fault.E(fault.Timeout, fault.Say(
		"Reading the file took longer than %v; it may be damaged.",
		"Чтение файла заняло больше %v; возможно, он повреждён.", limits.Time), cause)
}

func textFault(limits Limits) error {
	return fault.E(fault.TooLarge, fault.Say(
		"The text of the file is longer than %d bytes, which no CV is.",
		"Текст файла длиннее %d байт: таких резюме не бывает.", limits.TextBytes), nil)
}

func unpackedFault(limits Limits) error {
	return fault.E(fault.TooLarge, fault.Say(
		"The file unpacks to more than %d bytes.", "Файл распаковывается больше чем в %d байт.", limits.Unpacked), nil)
}

func damagedFault(format Format, cause error) error {
	text := fault.Say("The file is damaged and cannot be read.", "Файл повреждён, прочитать его нельзя.")
	if format != "" {
		text = fault.Say("The file looks like %s but is damaged and cannot be read.",
			"Файл похож на %s, но повреждён, прочитать его нельзя.", format)
	}
	return fault.E(fault.Invalid, text, cause).
		WithHint(fault.Say("Open and save it anew, or send another format.", "Откройте и сохраните его заново или пришлите другой формат."))
}
