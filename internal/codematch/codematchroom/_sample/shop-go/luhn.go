package basket

// ValidCard checks the number of a card by the Luhn formula.
func ValidCard(number string) bool {
	sum, double := 0, false
	for i := len(number) - 1; i >= 0; i-- {
		digit := int(number[i] - '0')
		if digit < 0 || digit > 9 {
			return false
		}
		if double {
			digit *= 2
			if digit > 9 {
				digit -= 9
			}
		}
		sum += digit
		double = !double
	}
	return len(number) > 1 && sum%10 == 0
}
