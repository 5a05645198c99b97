/** Makes a QR code. It throws if the text is too long. */
export function generate(text: string): { size: number; get(x: number, y: number): boolean };
