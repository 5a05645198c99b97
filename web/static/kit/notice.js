// A notice: an error or a status line.

import { html } from "../vendor/preact.js";

/** @param {{id?: string, text: string, calm?: boolean}} props calm: announced politely */
export const Notice = ({ id, text, calm = false }) => html`<p id=${id} class=${`notice ${calm ? "calm" : ""}`} role=${calm ? "status" : "alert"} hidden=${!text}>${text}</p>`;
