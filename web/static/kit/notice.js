// A line that has to be noticed: what went wrong, or what the table waits for.

import { html } from "../vendor/preact.js";

/** @param {{id?: string, text: string, calm?: boolean}} props calm: nobody is interrupted */
export const Notice = ({ id, text, calm = false }) => html`<p id=${id} class=${`notice ${calm ? "calm" : ""}`} role=${calm ? "status" : "alert"} hidden=${!text}>${text}</p>`;
