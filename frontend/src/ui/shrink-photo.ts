/** The longest side of a photo in pixels. A label stays readable at this size. */
const LONGEST_PX = 1600;
const SMALL_BYTES = 500 * 1024;
const QUALITY = 0.85;

/**
 * The photo made small enough for a mobile network: a camera's twelve megapixels are five megabytes.
 * As it was where it is small already, or where the browser cannot read it; the server judges that.
 */
export async function shrunkPhoto(file: File): Promise<File> {
  let bitmap: ImageBitmap;
  try {
    // Applies the orientation that the camera stored in the file.
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= SMALL_BYTES) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, "image/jpeg", QUALITY),
    );
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
  } finally {
    bitmap.close();
  }
}
