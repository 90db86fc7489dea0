package trudvsem

import "strings"

// regions are the codes of Russia's regions by their ids in HeadHunter's tree: the first two
// digits of a code of the classifier of addresses.
var regions = map[string]string{
	"1422": "01", "1347": "02", "1118": "03", "1216": "04", "1424": "05", "1434": "06", "1463": "07", "1553": "08", "1471": "09", "1077": "10",
	"1041": "11", "1620": "12", "1556": "13", "1174": "14", "1475": "15", "1624": "16", "1169": "17", "1646": "18", "1187": "19", "1500": "20",
	"1652": "21", "1217": "22", "1438": "23", "1146": "24", "1948": "25", "1481": "26", "1975": "27", "1932": "28", "1008": "29", "1505": "30",
	"1817": "31", "1828": "32", "1716": "33", "1511": "34", "1739": "35", "1844": "36", "1754": "37", "1124": "38", "1020": "39", "1859": "40",
	"1943": "41", "1229": "42", "1661": "43", "1771": "44", "1308": "45", "1880": "46", "145": "47", "1890": "48", "1946": "49", "2019": "50",
	"1061": "51", "1679": "52", "1051": "53", "1202": "54", "1249": "55", "1563": "56", "1898": "57", "1575": "58", "1317": "59", "1090": "60",
	"1530": "61", "1704": "62", "1586": "63", "1596": "64", "1960": "65", "1261": "66", "1103": "67", "1905": "68", "1783": "69", "1255": "70",
	"1913": "71", "1342": "72", "1614": "73", "1384": "74", "1192": "75", "1806": "76", "1": "77", "2": "78", "1941": "79", "1985": "83",
	"1368": "86", "1982": "87", "1414": "89", "2155": "90", "2114": "91", "130": "92", "2134": "93", "2173": "94", "2209": "95",
}

// russia is the id of the country, which is all of the register.
const russia = "113"

// codeOf is the code of a region as the register's addresses have it, thirteen digits; "" of
// what is no region.
func codeOf(area string) string {
	code, ok := regions[area]
	if !ok {
		return ""
	}
	return code + strings.Repeat("0", 11)
}

// areaOf is the id in HeadHunter's tree of a code, of two or of thirteen digits; "" of none.
func areaOf(code string) string {
	if len(code) < 2 {
		return ""
	}
	for area, known := range regions {
		if known == code[:2] {
			return area
		}
	}
	return ""
}
