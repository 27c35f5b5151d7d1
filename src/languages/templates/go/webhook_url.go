package collectionscontract

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

const (
	urlLengthMax  = 8000
	hostLengthMax = 253
	portMax       = 65535
)

var webhookURL = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[Hh][Tt][Tt][Pp][Ss]?://` +
		`((?:[a-zA-Z0-9_-]{1,63}\.)+([a-zA-Z0-9_-]{1,63}))\.?` +
		`(?::0*([0-9]{0,5}))?` +
		`(?:[/?#][^\x00-\x20\x7f-\x{9f}\\]*)?$`)
})

var tlds = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, name := range strings.Fields(tldNames) {
		known[name] = true
	}
	return known
})

// IsWebhookURL tells whether a webhook may have this URL: http or https, with a name under a real top-level domain. So
// an IP address is refused in every spelling, and so are localhost and names of one label. The host has to be in ASCII:
// write an internationalised name in punycode. Only the text is judged: before you connect, also look at the addresses
// that the name leads to.
func IsWebhookURL(url string) bool {
	if len(url) > urlLengthMax {
		return false
	}
	found := webhookURL().FindStringSubmatch(url)
	if found == nil || len(found[1]) > hostLengthMax {
		return false
	}
	if port, err := strconv.Atoi("0" + found[3]); err != nil || port > portMax {
		return false
	}
	return tlds()[strings.ToLower(found[2])]
}
