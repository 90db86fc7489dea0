package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
)

const revision = "2026-07-28"

// client speaks HTTP/1.1 on one kept connection, without an SDK, so that its own cost is
// the same and small beside every server.
type client struct {
	host   string
	conn   net.Conn
	reader *bufio.Reader
	buffer bytes.Buffer
}

func dial(ctx context.Context, address string) (*client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return nil, err
	}
	return &client{host: u.Host, conn: conn, reader: bufio.NewReader(conn)}, nil
}

func (c *client) close() { _ = c.conn.Close() }

// call echoes a text nobody else sends and fails unless the structured answer holds it.
func (c *client) call(i int) error {
	text := fmt.Sprintf("payload-%d-of-this-run", i)
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":%q},`+
		`"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{},`+
		`"io.modelcontextprotocol/clientInfo":{"name":"mcpbench","version":"1"}}}}`, i+1, text, revision)
	c.buffer.Reset()
	fmt.Fprintf(&c.buffer, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nMcp-Protocol-Version: %s\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\nContent-Length: %d\r\n\r\n%s",
		c.host, token, revision, len(body), body)
	if _, err := c.conn.Write(c.buffer.Bytes()); err != nil {
		return err
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return err
	}
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if err := response.Body.Close(); err != nil {
		return err
	}
	return check(response.StatusCode, answer, text)
}

func check(status int, answer []byte, text string) error {
	if start := bytes.Index(answer, []byte("data: ")); start >= 0 {
		answer = answer[start+len("data: "):]
	}
	var message struct {
		Result struct {
			StructuredContent echoOutput `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.NewDecoder(bytes.NewReader(answer)).Decode(&message); err != nil {
		return fmt.Errorf("status %d, %q: %w", status, answer, err)
	}
	if got := message.Result.StructuredContent.Text; got != text {
		return fmt.Errorf("status %d, echoed %q, want %q: %s", status, got, text, answer)
	}
	return nil
}
