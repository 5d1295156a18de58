const mostBytes = 20 * 1024 * 1024

/**
 * A WebP that ends too early, filled up to the end of the chunk that it ends in: libwebp decodes a picture of which data are wrong, but
 * reads no file that is shorter than it says.
 *
 * @param bytes of a RIFF file
 */
export function completedWebp(bytes: Buffer): Buffer {
  let end = 12
  while (end + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(end + 4)
    // Chunks have an even length (RFC 9649, §2.3).
    end += 8 + size + (size % 2)
  }
  // A length that no source may have would only take memory.
  if (end > mostBytes) return bytes
  const whole = Buffer.alloc(end)
  bytes.copy(whole)
  whole.writeUInt32LE(end - 8, 4)
  return whole
}
