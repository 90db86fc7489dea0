// Helpers of the site.

export function groupBy(list, field) {
  return list.reduce((groups, entry) => {
    const name = entry[field];
    if (!(name in groups)) {
      groups[name] = [];
    }
    groups[name].push(entry);
    return groups;
  }, {});
}

export function flattenDeep(value) {
  const out = [];
  for (const part of value) {
    if (Array.isArray(part)) {
      out.push(...flattenDeep(part));
    } else {
      out.push(part);
    }
  }
  return out;
}

export function toRoman(n) {
  const table = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };
  let result = '';
  for (const letter of Object.keys(table)) {
    while (n >= table[letter]) {
      result += letter;
      n -= table[letter];
    }
  }
  return result;
}

export function debounce(call, wait) {
  let timer = null;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), wait);
  };
}
