// Elements as templates, for whatever is drawn anew when its data change: preact finds what differs.

import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { Component, createRef, render } from "./vendor/preact.js";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);
