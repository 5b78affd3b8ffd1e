/** Hands a text or a picture to the reader as a file. */
export function downloadFile(file: { fileName: string; mediaType: string; content: string | Blob }): void {
  const { content, mediaType } = file;
  const blob = content instanceof Blob ? content : new Blob([content], { type: `${mediaType};charset=utf-8` });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
