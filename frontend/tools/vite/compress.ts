import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|svg|html|json|webmanifest)$/;
const WORTH_IT = 512;

/**
 * Writes .br and .gz beside every text file of the build; WhiteNoise sends the format that the browser
 * accepts.
 */
export function compress(): Plugin {
  let folder = "dist";
  return {
    name: "compress",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(
          names
            .filter((name) => TEXT.test(name))
            .map((name) => compressFile(path.join(folder, name))),
        );
      },
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < WORTH_IT) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all([
    promisify(brotliCompress)(text, quality).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
