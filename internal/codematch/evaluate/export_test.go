package evaluate

// FiguresOf are those of queries by the order of what each found and how many there are.
func FiguresOf(found [][]bool, relevant []int) Figures {
	var f Figures
	for i, good := range found {
		f.add(good, relevant[i])
	}
	f.over(len(found))
	return f
}

// AUC is the area under the curve.
var AUC = auc
