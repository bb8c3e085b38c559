/** Has the browser save what was loaded under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the press has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
