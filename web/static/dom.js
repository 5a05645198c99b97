// Building the page. Everything the server says becomes a text node, never
// markup, so no card name or chat line can carry a script.

/**
 * Makes an element.
 * @param {string} tag the element's name, with classes after dots: "li.card.asleep"
 * @param {Object<string, any>} attributes "on…" are listeners, true and false switch an attribute
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  node.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") node.classList.add(...(value ?? "").split(" ").filter(Boolean));
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...children.flat(Infinity).filter((c) => c != null && c !== false).map(asNode));
  return node;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element #${id}`);
  return node;
}

/** Shows one of the page's screens and hides the others. @param {string} id */
export function show(id) {
  for (const screen of document.querySelectorAll("main > section")) {
    screen.toggleAttribute("hidden", screen.id !== id);
  }
}
