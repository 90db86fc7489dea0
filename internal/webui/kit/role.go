package kit

import (
	"slices"
)

// Role is what a person comes for. It orders the rail and closes nothing.
type Role string

// The roles.
const (
	Hire      Role = "hire"
	Teach     Role = "teach"
	Integrate Role = "integrate"
)

// Roles are all of them, in the order they are offered.
var Roles = [...]Role{Hire, Teach, Integrate}

// RoleCookie keeps the role that a person chose; "all" is a choice too.
const RoleCookie = "kadry_role"

// AllRooms is the choice of who comes for everything.
const AllRooms = "all"

// Door is the first thing to do for somebody of a role who has nothing here yet.
type Door struct {
	Role Role
	Text string // key of the words on the button
	Path string
	May  func(*Screen) bool // nil is everybody
}

// KnownRole reports whether a choice is one that can be made.
func KnownRole(choice string) bool {
	return choice == AllRooms || slices.Contains(Roles[:], Role(choice))
}

// RoleName is the choice of the person; empty before they made one.
func (s *Screen) RoleName() string {
	if c, err := s.Request.Cookie(RoleCookie); err == nil && KnownRole(c.Value) {
		return c.Value
	}
	return ""
}

// Doors are those that the caller can open, one of a role.
func (s *Screen) Doors() []Door {
	var list []Door
	for _, role := range Roles {
		for _, p := range s.site.Pages {
			if d := p.Door; d != nil && d.Role == role && (d.May == nil || d.May(s)) {
				list = append(list, *d)
				break
			}
		}
	}
	return list
}

// SampleWords are keys of the words for what the sample brings, by rooms.
func (s *Screen) SampleWords() []string {
	var keys []string
	for _, p := range s.site.Pages {
		if p.Sample != "" {
			keys = append(keys, p.Sample)
		}
	}
	return keys
}

// aside reports that a room is of other roles than the one chosen.
func (s *Screen) aside(p Pages) bool {
	role := s.RoleName()
	return role != "" && role != AllRooms && len(p.Roles) > 0 && !slices.Contains(p.Roles, Role(role))
}

// rooms parts the links of the rail into those that stand open and those that are folded.
func (s *Screen) rooms() (open, folded []Link) {
	for _, l := range s.Links() {
		if l.Aside {
			folded = append(folded, l)
			continue
		}
		open = append(open, l)
	}
	return open, folded
}

// tabsAtMost is how many tabs fit on a phone, one of them for the rest.
const tabsAtMost = 5

// tabbed parts all links into those that have a tab on a phone and the rest.
func (s *Screen) tabbed() (first, rest []Link) {
	open, folded := s.rooms()
	for _, l := range open {
		if l.Seldom || len(first) == tabsAtMost-1 {
			rest = append(rest, l)
			continue
		}
		first = append(first, l)
	}
	return first, append(rest, folded...)
}

func among(links []Link, here string) bool {
	return slices.ContainsFunc(links, func(l Link) bool { return l.ID == here })
}
