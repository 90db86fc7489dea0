package admin

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/access"
	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// Tokens is a list of tokens, none of them in clear.
type Tokens struct {
	Items []access.Grant `json:"items"`
	Total int            `json:"total"`
}

func (h handlers) listTokens() *op.Op {
	return declared(op.Spec{
		Name: "list_tokens", Title: "Access tokens", Effect: op.Reads,
		Doc: "Names the access tokens and what each allows. The tokens themselves are not kept.",
	}, func(ctx context.Context, _ none) (Tokens, error) {
		tokens, err := h.tokens(ctx)
		return Tokens{tokens, len(tokens)}, err
	})
}

// tokens are those that the caller may see: of their tenant, or all at this machine.
func (h handlers) tokens(ctx context.Context) ([]access.Grant, error) {
	file, err := access.Open(h.Tokens)
	if err != nil {
		return nil, err
	}
	caller := op.CallerFrom(ctx)
	return slices.DeleteFunc(file.List(), func(g access.Grant) bool {
		_, err := caller.ForTenant(g.Tenant)
		return err != nil
	}), nil
}

type createInput struct {
	Name     string   `json:"name" min:"1" max:"63" doc:"Of the token, unique: whom it is for."`
	Tenant   string   `json:"tenant,omitzero" max:"63" doc:"Whose data it opens; yours when left out."`
	Toolsets []string `json:"toolsets,omitempty" max:"50" doc:"Toolsets it may use; empty is all."`
	ReadOnly bool     `json:"read_only,omitzero" doc:"Only operations that change nothing."`
	Admin    bool     `json:"admin,omitzero" doc:"Also operations on secrets, tokens and the audit log."`
}

// Created is a token in clear.
type Created struct {
	Token string `json:"token" doc:"Shown this once."`
	Name  string `json:"name"`
}

func (h handlers) createToken() *op.Op {
	return declared(op.Spec{
		Name: "create_token", Title: "Create an access token", Effect: op.Creates,
		Doc: "Makes an access token and shows it, this once. It opens nothing that your own access does not.",
	}, func(ctx context.Context, in createInput) (Created, error) {
		tenant, err := op.CallerFrom(ctx).ForTenant(in.Tenant)
		if err != nil {
			return Created{}, err
		}
		if err := h.grantable(ctx, in.Toolsets); err != nil {
			return Created{}, err
		}
		file, err := access.Open(h.Tokens)
		if err != nil {
			return Created{}, err
		}
		grant := access.Grant{Name: in.Name, Tenant: cmp.Or(tenant, access.DefaultTenant), Toolsets: in.Toolsets, ReadOnly: in.ReadOnly, Admin: in.Admin}
		token, err := file.Create(grant, h.Now())
		if err != nil {
			return Created{}, err
		}
		if err := h.logToken(ctx, "token.created", grant); err != nil {
			return Created{}, errors.Join(err, file.Revoke(in.Name)) // no token that the log does not know
		}
		return Created{Token: token, Name: in.Name}, nil
	})
}

// grantable refuses toolsets that do not exist, which would open nothing, and those that the
// caller does not have.
func (h handlers) grantable(ctx context.Context, toolsets []string) error {
	named := slices.DeleteFunc(slices.Clone(toolsets), func(name string) bool { return name == access.Metrics })
	if _, err := h.Registry.Select(op.Selection{Toolsets: named}); err != nil {
		return err
	}
	own := op.CallerFrom(ctx).Toolsets
	if len(own) == 0 {
		return nil
	}
	if len(toolsets) == 0 || slices.ContainsFunc(toolsets, func(name string) bool { return !slices.Contains(own, name) }) {
		return fault.E(fault.Denied, fault.Say("A token may have the toolsets of its creator: %s.", "Токену доступны только наборы того, кто его создаёт: %s.", strings.Join(own, ", ")), nil)
	}
	return nil
}

type revokeInput struct {
	Name    string `json:"name" min:"1" max:"63" doc:"Of the token."`
	Confirm bool   `json:"confirm,omitzero" doc:"true revokes; there is no undo."`
}

// Revoked names a token that opens nothing any more.
type Revoked struct {
	Name    string `json:"name"`
	Revoked bool   `json:"revoked"`
}

func (h handlers) revokeToken() *op.Op {
	return declared(op.Spec{
		Name: "revoke_token", Title: "Revoke an access token", Effect: op.Destroys,
		Doc: "Makes an access token worthless; running servers refuse it at once. It cannot be undone.",
	}, func(ctx context.Context, in revokeInput) (Revoked, error) {
		if !in.Confirm {
			return Revoked{}, fault.E(fault.Invalid, fault.Say("Revoking cannot be undone: call again with confirm=true.", "Отзыв необратим: повторите вызов с confirm=true."), nil)
		}
		tokens, err := h.tokens(ctx)
		if err != nil {
			return Revoked{}, err
		}
		i := slices.IndexFunc(tokens, func(g access.Grant) bool { return g.Name == in.Name })
		if i < 0 {
			return Revoked{}, access.Unknown(in.Name)
		}
		file, err := access.Open(h.Tokens)
		if err != nil {
			return Revoked{}, err
		}
		// A server on loopback that has no token asks nobody for one.
		if file.Len() == 1 && !op.CallerFrom(ctx).Local {
			return Revoked{}, fault.E(fault.Conflict, fault.Say("The last token is revoked at the machine of the server only.", "Последний токен отзывают только на машине сервера."), nil).
				WithHint(fault.Say("Create another one first, or run `kadry token revoke` there.", "Сначала создайте другой или выполните там `kadry token revoke`."))
		}
		if err := file.Revoke(in.Name); err != nil {
			return Revoked{}, err
		}
		return Revoked{Name: in.Name, Revoked: true}, h.logToken(ctx, "token.revoked", tokens[i])
	})
}

// logToken writes what was done to a token into the audit log of its tenant.
func (h handlers) logToken(ctx context.Context, action string, g access.Grant) error {
	return h.log(ctx, audit.Entry{Tenant: g.Tenant, Action: action, Subject: g.Name, Detail: map[string]string{
		"toolsets": strings.Join(g.Toolsets, " "), "read_only": strconv.FormatBool(g.ReadOnly), "admin": strconv.FormatBool(g.Admin),
	}})
}

// log writes an entry in the name of the caller.
func (h handlers) log(ctx context.Context, e audit.Entry) error {
	e.Actor = op.CallerFrom(ctx).Name
	return h.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return h.Audit.Append(ctx, tx, e) })
}
