package linkedin

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Bounds of an archive. A full one has some fifty files of data and one for every picture
// the member ever posted. Names inside it choose what is read and are used for nothing else.
const (
	maxEntries   = 10_000
	maxEntry     = 16 << 20 // bytes one file unpacks to
	maxUnpacked  = 48 << 20 // bytes all files read unpack to
	maxRatio     = 200      // text packs 3 to 20 times, the filling of a bomb 1000 times
	ratioMatters = 1 << 20  // bytes under which no ratio is suspicious
	maxDepth     = 8        // folders a file may lie in
)

// directoryMark starts every record of the archive's directory. Counting it is cheaper than
// letting the directory be read, which costs memory for every record.
var directoryMark = []byte("PK\x01\x02")

// encrypted is the flag of an entry that needs a password.
const encrypted = 1

// readExport reads the archive of a member's data.
func (d *draft) readExport(body []byte) error {
	d.reading.Source = Export
	if n := bytes.Count(body, directoryMark); n > maxEntries {
		return fault.E(fault.TooLarge, fault.Say(
			"The archive holds about %d files; the limit is %d.", "В архиве около %d файлов; допустимо не более %d.", n, maxEntries), nil)
	}
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil && archive == nil {
		return fault.E(fault.Invalid, fault.Say(
			"The archive is damaged and cannot be opened.", "Архив повреждён, открыть его нельзя."), fmt.Errorf("export: %w", err)).
			WithHint(fault.Say("Download it from LinkedIn once more.", "Скачайте его из LinkedIn ещё раз."))
	}
	chosen := d.choose(archive.File)
	if len(chosen) == 0 {
		return fault.E(fault.Invalid, fault.Say(
			"The archive holds none of the files of LinkedIn data, such as Profile.csv or Positions.csv.",
			"В архиве нет ни одного файла данных LinkedIn, например Profile.csv или Positions.csv."), nil).WithHint(howToGet)
	}
	tables := map[domain]table{}
	left := int64(maxUnpacked)
	for _, c := range chosen {
		content, err := d.unpack(c.file, &left)
		if err != nil {
			return err
		}
		if content == nil {
			continue
		}
		if t, ok := d.readTable(c.domain, c.place, content); ok {
			tables[c.domain] = t
		}
	}
	d.takeAll(tables)
	return nil
}

// chosen is a file of the archive that is read.
type chosen struct {
	domain domain
	place  string // its own name, without folders
	depth  int
	file   *zip.File
}

// choose picks one file for each domain: the one in the fewest folders, then by name.
func (d *draft) choose(files []*zip.File) []chosen {
	var all []chosen
	for _, f := range files {
		place, depth, ok := own(f.Name)
		if !ok {
			continue
		}
		name, csv := strings.CutSuffix(strings.ToLower(place), ".csv")
		kind, known := domainOf(name)
		if !csv || !known {
			continue
		}
		if f.Flags&encrypted != 0 {
			d.warn(place, fault.Say("The file needs a password and was not read.", "Файл закрыт паролем и не прочитан."))
			continue
		}
		all = append(all, chosen{domain: kind, place: place, depth: depth, file: f})
	}
	slices.SortStableFunc(all, func(a, b chosen) int {
		return cmp.Or(cmp.Compare(a.domain, b.domain), cmp.Compare(a.depth, b.depth), cmp.Compare(a.file.Name, b.file.Name))
	})
	return slices.CompactFunc(all, func(a, b chosen) bool { return a.domain == b.domain })
}

// own is the name of an entry without its folders. Folders, hidden files, what macOS adds,
// and names that lead out of the archive are none.
func own(name string) (base string, depth int, ok bool) {
	name = strings.ReplaceAll(name, `\`, "/")
	if strings.HasSuffix(name, "/") || path.IsAbs(name) || len(name) > 1000 {
		return "", 0, false
	}
	parts := strings.Split(name, "/")
	for _, part := range parts {
		if part == "" || strings.HasPrefix(part, ".") || part == "__MACOSX" || strings.Contains(part, ":") {
			return "", 0, false
		}
	}
	return fault.Clip(line(parts[len(parts)-1])), len(parts) - 1, len(parts) <= maxDepth
}

// unpack reads one entry; a damaged one is left out, an excessive one refuses the archive.
func (d *draft) unpack(f *zip.File, left *int64) ([]byte, error) {
	place, _, _ := own(f.Name)
	size := f.UncompressedSize64
	if size > ratioMatters && size/max(f.CompressedSize64, 1) > maxRatio {
		return nil, unpackedFault(place)
	}
	r, err := f.Open()
	if err != nil {
		d.damaged(place)
		return nil, nil // the other files of the archive may be whole
	}
	defer r.Close()
	most := min(*left, maxEntry)
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if int64(len(content)) > most {
		return nil, unpackedFault(place)
	}
	*left -= int64(len(content))
	if err != nil {
		d.damaged(place)
		return nil, nil
	}
	return content, nil
}

func (d *draft) damaged(place string) {
	d.warn(place, fault.Say("The file is damaged and was not read.", "Файл повреждён и не прочитан."))
}

func unpackedFault(place string) error {
	return fault.E(fault.TooLarge, fault.Say(
		"%s unpacks to more than is allowed: %d bytes a file, %d in all.",
		"%s распаковывается больше допустимого: %d байт на файл, %d всего.", place, maxEntry, maxUnpacked), nil)
}
