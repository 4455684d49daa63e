// Reads QR codes from images with the browser's BarcodeDetector, or with a WebAssembly reader loaded on demand.

export interface QrReader {
  /** Content of the QR code in the image; undefined if there is none. */
  read: (source: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;
}

interface CodeDetector {
  detect: (source: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string }[]>;
}
interface CodeDetectorClass {
  new (options: { formats: string[] }): CodeDetector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

declare global {
  // Missing in the types of the DOM, and in some browsers.
  var BarcodeDetector: CodeDetectorClass | undefined;
}

const format = "qr_code";

async function createNativeDetector(): Promise<CodeDetector | undefined> {
  const Native = globalThis.BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch((): string[] => []);
  return Native && formats?.includes(format) ? new Native({ formats: [format] }) : undefined;
}

async function createWasmDetector(): Promise<CodeDetector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import("barcode-detector/ponyfill"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  prepareZXingModule({
    overrides: { locateFile: (file: string, prefix: string) => (file.endsWith(".wasm") ? wasm : prefix + file) },
  });
  return new BarcodeDetector({ formats: [format] });
}

export async function createQrReader(): Promise<QrReader> {
  const detector = (await createNativeDetector()) ?? (await createWasmDetector());
  return {
    async read(source) {
      const [code] = await detector.detect(source);
      return code?.rawValue;
    },
  };
}
