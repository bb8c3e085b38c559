/** Lets the browser save a loaded file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click event has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
