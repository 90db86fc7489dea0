//go:build ignore

// A receiver of kadry's webhooks with nothing but the standard library.
//
//	WEBHOOK_SECRETS='whsec_...' go run receiver.go
//
// WEBHOOK_SECRETS holds the secret, or two separated by a space while it is changed.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 5 * 60 // seconds

// keyOf returns the bytes to sign with: what follows whsec_ is base64, anything else is the
// key as it stands.
func keyOf(secret string) []byte {
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		key, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			log.Fatal("the secret after whsec_ is not base64")
		}
		return key
	}
	return []byte(secret)
}

// verify tells whether a request comes from kadry. body must be the bytes as they arrived.
func verify(header http.Header, body []byte, keys [][]byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || sent < now.Unix()-tolerance || sent > now.Unix()+tolerance {
		return false
	}
	fits := false
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Fields(header.Get("webhook-signature")) {
			fits = hmac.Equal([]byte(want), []byte(given)) || fits
		}
	}
	return fits
}

type receiver struct {
	keys [][]byte
	mu   sync.Mutex
	seen map[string]bool // in real life a table with a unique column, kept for two days
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 1<<20))
	if err != nil || req.Method != http.MethodPost {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !verify(req.Header, body, r.keys, time.Now()) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	id := req.Header.Get("webhook-id")
	if r.seen[id] {
		w.WriteHeader(http.StatusOK) // a repetition; it was done the first time
		return
	}
	if err := handle(body); err != nil {
		w.WriteHeader(http.StatusInternalServerError) // it will come again
		return
	}
	r.seen[id] = true
	w.WriteHeader(http.StatusNoContent)
}

func handle(body []byte) error {
	var event struct {
		Type           string `json:"type"`
		SessionID      string `json:"session_id"`
		Question       string `json:"question"`
		Message        string `json:"message"`
		AnalysisResult struct {
			OverallScore int `json:"overall_score"`
		} `json:"analysis_result"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	switch event.Type {
	case "question":
		fmt.Println("ask the candidate:", event.Question)
	case "end":
		fmt.Println("finished with", event.AnalysisResult.OverallScore)
	case "error":
		fmt.Println("failed:", event.Message)
	}
	return nil
}

func main() {
	r := &receiver{seen: map[string]bool{}}
	for _, secret := range strings.Fields(os.Getenv("WEBHOOK_SECRETS")) {
		r.keys = append(r.keys, keyOf(secret))
	}
	if len(r.keys) == 0 {
		log.Fatal("set WEBHOOK_SECRETS")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr())
	server := &http.Server{Handler: r, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
