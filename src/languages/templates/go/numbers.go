package collectionscontract

import (
	"strconv"
	"strings"
)

// wholeDigits writes a number without point and exponent; empty if it is not whole or too long.
func wholeDigits(number string) string {
	mantissa, power, hasPower := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, shift := whole+fraction, -len(fraction)
	if strings.Trim(digits, "-0") == "" {
		return "0"
	}
	if exponent, err := strconv.Atoi(power); err == nil {
		shift += exponent
	} else if hasPower {
		return ""
	}
	for ; shift < 0 && strings.HasSuffix(digits, "0"); shift++ {
		digits = digits[:len(digits)-1]
	}
	if shift < 0 || shift > 20 {
		return ""
	}
	return digits + strings.Repeat("0", max(shift, 0))
}
