// The one button that needs a script: it opens the browser's own printing.
for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => print())
