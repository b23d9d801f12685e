// A first test in Go: a store of its own, a purchase, and forgeries, verified with the standard library.
//
//	go run verify_purchase.go http://127.0.0.1:8080 ADMIN-TOKEN
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"os"
	"strings"
	"time"
)

const bundle = "com.example.app"

var forgeries = []string{
	"foreign-root", "two-certificates", "expired-leaf", "changed-payload", "wrong-bundle", "no-marker",
	"other-environment", "alg-none", "intermediate-no-ca",
}

type transaction struct {
	TransactionID string `json:"transactionId"`
	ProductID     string `json:"productId"`
	BundleID      string `json:"bundleId"`
	Environment   string `json:"environment"`
	SignedDate    int64  `json:"signedDate"`
}

// verify checks what Apple's own libraries check, and decodes a signed transaction.
func verify(signed string, roots *x509.CertPool) (*transaction, error) {
	parts := strings.Split(signed, ".")
	if len(parts) != 3 {
		return nil, errors.New("not a JWS")
	}
	var header struct {
		Algorithm string   `json:"alg"`
		Chain     [][]byte `json:"x5c"`
	}
	var payload transaction
	for i, value := range []any{&header, &payload} {
		text, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, value); err != nil {
			return nil, err
		}
	}
	if header.Algorithm != "ES256" || len(header.Chain) != 3 {
		return nil, errors.New("another algorithm, or not three certificates")
	}
	leaf, err := x509.ParseCertificate(header.Chain[0])
	if err != nil {
		return nil, err
	}
	intermediate, err := x509.ParseCertificate(header.Chain[1])
	if err != nil {
		return nil, err
	}
	if !hasMarker(leaf, "1.2.840.113635.100.6.11.1") || !hasMarker(intermediate, "1.2.840.113635.100.6.2.1") {
		return nil, errors.New("a certificate for another purpose")
	}
	between := x509.NewCertPool()
	between.AddCert(intermediate)
	if _, err := leaf.Verify(x509.VerifyOptions{
		Roots: roots, Intermediates: between, CurrentTime: time.UnixMilli(payload.SignedDate),
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	}); err != nil {
		return nil, err
	}
	key, isECDSA := leaf.PublicKey.(*ecdsa.PublicKey)
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if !isECDSA || err != nil || len(signature) != 64 {
		return nil, errors.New("not a signature of ES256")
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	if !ecdsa.Verify(key, digest[:], r, s) {
		return nil, errors.New("a wrong signature")
	}
	if payload.BundleID != bundle || payload.Environment != "Sandbox" {
		return nil, errors.New("another application, or another environment")
	}
	return &payload, nil
}

func hasMarker(certificate *x509.Certificate, identifier string) bool {
	for _, extension := range certificate.Extensions {
		if extension.Id.String() == identifier {
			return true
		}
	}
	return false
}

func ask(method, path string, body, answer any) {
	text, _ := json.Marshal(body)
	request, err := http.NewRequest(method, os.Args[1]+path, bytes.NewReader(text))
	if err != nil {
		log.Panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Panic(err)
	}
	defer response.Body.Close()
	text, _ = io.ReadAll(response.Body)
	if response.StatusCode >= 300 {
		log.Panic(response.Status, " ", string(text))
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			log.Panic(err)
		}
	}
}

func main() {
	var store struct{ Identifier, RootCertificate string }
	ask("POST", "/stores", map[string]any{
		"bundleIdentifier": bundle,
		"accounts":         []map[string]string{{"account": "jane", "password": "bananas for ever"}},
	}, &store)
	defer ask("DELETE", "/stores/"+store.Identifier, nil, nil)
	admin := "/stores/" + store.Identifier + "/admin/v1"
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(store.RootCertificate))

	var bought struct{ SignedTransactionInfo string }
	product := "com.xamarin.storekit.testing.consume5credits"
	ask("POST", admin+"/purchases", map[string]string{"account": "jane", "product": product}, &bought)
	payload, err := verify(bought.SignedTransactionInfo, roots)
	if err != nil {
		log.Panic(err)
	}
	fmt.Println("verified:", payload.ProductID)
	for _, forgery := range forgeries {
		ask("POST", admin+"/purchases/"+payload.TransactionID+"/forgeries/"+forgery, nil, &bought)
		if _, err := verify(bought.SignedTransactionInfo, roots); err == nil {
			log.Panic(forgery, " was not refused")
		}
	}
	fmt.Println("refused:", len(forgeries), "forgeries")
}
