// Mantine theme. Colours refer to the CSS variables of tokens.css; sizes and neutral colours are set in mantine.css.
import { createTheme, localStorageColorSchemeManager } from "@mantine/core";
import type { MantineColorsTuple, VariantColorsResolver } from "@mantine/core";
import { statusColours } from "#web/ui/theme/status-colours.ts";

/** Uses one variable for all ten shades; each colour scheme defines its value. */
function createColourScale(variable: string): MantineColorsTuple {
  const colour = `var(${variable})`;
  return [colour, colour, colour, colour, colour, colour, colour, colour, colour, colour];
}

interface ColourVariables {
  fill: string;
  fillHover: string;
  on: string;
  soft: string;
  text: string;
}
const colourVariables: { [colour: string]: ColourVariables } = {
  ink: {
    fill: "var(--ink-button)",
    fillHover: "var(--ink-button-hover)",
    on: "var(--on-ink-button)",
    soft: "var(--sunken)",
    text: "var(--ink)",
  },
  marigold: {
    fill: "var(--accent)",
    fillHover: "var(--accent-hover)",
    on: "var(--on-accent)",
    soft: "var(--accent-soft)",
    text: "var(--accent-ink)",
  },
};
for (const name of statusColours)
  colourVariables[name] = {
    fill: `var(--${name}-ink)`,
    fillHover: `var(--${name}-ink)`,
    on: `var(--${name}-soft)`,
    soft: `var(--${name}-soft)`,
    text: `var(--${name}-ink)`,
  };

const variantColorResolver: VariantColorsResolver = ({ color = "ink", variant }) => {
  const paint = colourVariables[color] ?? colourVariables["ink"]!;
  const border = "1px solid transparent";
  switch (variant) {
    case "filled":
      return { background: paint.fill, hover: paint.fillHover, color: paint.on, border };
    case "light":
      return { background: paint.soft, hover: paint.soft, color: paint.text, border };
    case "outline":
    case "default":
      return {
        background: "var(--card)",
        hover: "var(--sunken)",
        color: paint.text,
        border: "1px solid var(--line-strong)",
      };
    default:
      return { background: "transparent", hover: "var(--sunken)", color: paint.text, border };
  }
};

export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "ui-monospace, monospace",
  headings: { fontFamily: "var(--font)", fontWeight: "var(--weight-bold)" },
  colors: {
    ink: createColourScale("--ink-button"),
    marigold: createColourScale("--accent"),
    amber: createColourScale("--amber-ink"),
    grey: createColourScale("--grey-ink"),
    red: createColourScale("--red-ink"),
    green: createColourScale("--green-ink"),
  },
  primaryColor: "ink",
  defaultRadius: "md",
  respectReducedMotion: true,
  cursorType: "pointer",
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
  },
});

/** The key is also used by public/colour-scheme.js, which runs before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: "chaavi-colour-scheme" });
