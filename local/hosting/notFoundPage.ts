/** Answered where the site brings no 404.html of its own. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<style>
  :root { color-scheme: light dark; }
  body {
    margin: 0; min-height: 100vh; display: grid; place-content: center; gap: .5rem; padding: 2rem;
    font: 1.0625rem/1.5 system-ui, sans-serif; text-align: center;
    background: light-dark(#f7f4ee, #191713); color: light-dark(#2b2620, #eee8dd);
  }
  h1 { margin: 0; font: 600 2rem/1.2 Georgia, serif; }
  p { margin: 0; }
  a { color: inherit; }
</style>
</head>
<body>
<h1>There is no such page</h1>
<p><a href="/">Go to the start page</a></p>
</body>
</html>
`;
