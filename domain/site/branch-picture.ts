// Picture of a branch page where its link is shared (Open Graph): name, place and price of a stay as SVG.
import { capitalize } from "#domain/text/labels.ts";
import { formatBranchPrice } from "#domain/site/page-texts.ts";
import type { BranchPage } from "#domain/site/site-data.ts";
import { siteServiceLabels } from "#domain/site/site-labels.ts";
import { truncate } from "#domain/text/truncate.ts";

/** As recommended by https://ogp.me and its readers. */
export const pictureSize = { width: 1_200, height: 630 } as const;

export interface BranchPictureTexts {
  service: string;
  name: string;
  place: string;
  /** Empty without a price. */
  price: string;
}

type PicturedPage = Pick<BranchPage, "branch" | "service" | "from" | "until">;

export function describeBranchPicture({ branch, service, from, until }: PicturedPage): BranchPictureTexts {
  const { name, area, city, state } = branch;
  const price = formatBranchPrice({ branch, from, until }) ?? "";
  const places = [area, city, city === null ? state : null].filter((part) => part !== null && part !== "");
  return {
    service: siteServiceLabels[service],
    name,
    place: places.join(", "),
    price: capitalize(price),
  };
}

/** Letters of a line at its size: the font's letters are half as wide as high, on average. */
const maxNameLetters = 24;
const maxPlaceLetters = 46;
const maxPriceLetters = 28;
const maxNameLines = 2;

/** Whole words by line; the rest that does not fit is cut from the last one. */
export function wrapWords({ text, letters, lines: most }: { text: string; letters: number; lines: number }): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const last = lines.at(-1);
    const isLast = lines.length === most;
    if (last !== undefined && (isLast || last.length + 1 + word.length <= letters))
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => (line.length <= letters ? line : truncate(line, letters - 1)));
}

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no control characters. */
function toXmlText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

const colours = { paper: "#0e1320", ink: "#f3f0e8", soft: "#bcc4d6", accent: "#f2a900", onAccent: "#14213d" } as const;
const margin = 80;

interface DrawnText {
  text: string;
  x?: number;
  y: number;
  size: number;
  fill: string;
  isBold?: boolean;
}

function drawText({ text, x = margin, y, size, fill, isBold = false }: DrawnText): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${isBold ? 700 : 400}" fill="${fill}">${toXmlText(text)}</text>`;
}

export function drawBranchPicture({ service, name, place, price }: BranchPictureTexts): string {
  const { width, height } = pictureSize;
  const names = wrapWords({ text: name, letters: maxNameLetters, lines: maxNameLines });
  const firstName = names.length > 1 ? 240 : 280;
  const lastName = firstName + (names.length - 1) * 92;
  const texts = [
    drawText({ text: service, x: 400, y: 126, size: 40, fill: colours.soft }),
    ...names.map((text, index) =>
      drawText({ text, y: firstName + index * 92, size: 88, fill: colours.ink, isBold: true }),
    ),
    drawText({ text: truncate(place, maxPlaceLetters), y: lastName + 80, size: 46, fill: colours.soft }),
    ...(price === ""
      ? []
      : [
          drawText({
            text: truncate(price, maxPriceLetters),
            y: height - 80,
            size: 76,
            fill: colours.accent,
            isBold: true,
          }),
        ]),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Anek Latin">
<rect width="${width}" height="${height}" fill="${colours.paper}"/>
<g transform="translate(${margin} 72) scale(2.25)" fill="none" stroke="${colours.onAccent}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">
<rect width="32" height="32" rx="9" fill="${colours.accent}" stroke="none"/><circle cx="12" cy="12" r="5.2"/><path d="M15.8 15.8 25 25M21 21l2.6-2.6"/></g>
<text x="176" y="128" font-size="56" font-weight="700" fill="${colours.ink}">Chaavi</text>
${texts.join("\n")}
</svg>`;
}
