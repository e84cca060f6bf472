/**
 * Node has its own `sessionStorage` and `localStorage` since version 25 (Node's documentation, "Web Storage"). They
 * outlive a test, so what one form has stored would be found by the next one. A test that needs a storage brings it.
 */
for (const name of ['sessionStorage', 'localStorage']) Reflect.deleteProperty(globalThis, name);
