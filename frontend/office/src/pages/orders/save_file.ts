/** Has the browser keep a file under this name, among its downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may still be reading: the address is given back once it must have begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
