// Reads a QR from a picture: with what the browser has, or with a WebAssembly reader from our own origin, loaded only here.

export interface QrReader {
  /** The text of the QR on the picture; undefined where there is none. */
  read: (source: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;
}

interface Detector {
  detect: (source: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

const format = "qr_code";

async function nativeDetector(): Promise<Detector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch((): string[] => []);
  return Native && formats?.includes(format) ? new Native({ formats: [format] }) : undefined;
}

async function wasmDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import("barcode-detector/ponyfill"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  prepareZXingModule({
    overrides: { locateFile: (file: string, prefix: string) => (file.endsWith(".wasm") ? wasm : prefix + file) },
  });
  return new (BarcodeDetector as unknown as DetectorClass)({ formats: [format] });
}

export async function makeReader(): Promise<QrReader> {
  const detector = (await nativeDetector()) ?? (await wasmDetector());
  return {
    async read(source) {
      const [found] = await detector.detect(source);
      return found?.rawValue;
    },
  };
}
