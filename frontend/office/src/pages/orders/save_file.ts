/** Saves a file under this name in the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revokes the address late, because the browser may still be reading the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
