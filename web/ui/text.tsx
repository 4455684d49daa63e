// Text and headings in the sizes, weights and colours of tokens.css.
import { createElement } from "react";
import type { HTMLAttributes } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import styles from "#web/ui/text.module.css";

export type TextSize = "xs" | "sm" | "md" | "lg" | "xl" | "2xl" | "3xl" | "4xl";
export type TextColour = "dimmed" | "accent" | StatusColour;

export function getTextSize(size: TextSize): string {
  return `var(--text-${size})`;
}

export function getTextColour(colour: TextColour): string {
  return colour === "dimmed" ? "var(--ink-soft)" : `var(--${colour}-ink)`;
}

interface TextProps extends HTMLAttributes<HTMLElement> {
  component?: "dd" | "div" | "dt" | "figcaption" | "p" | "small" | "span" | "strong" | undefined;
  /** Default: the size of the surrounding text. */
  size?: TextSize | undefined;
  c?: TextColour | undefined;
  fw?: "regular" | "medium" | "bold" | undefined;
  ta?: "start" | "center" | "end" | undefined;
  /** Digits of equal width, for amounts, times and numbers. */
  isFigures?: boolean | undefined;
  isNowrap?: boolean | undefined;
  /** Shows at most this number of lines, then an ellipsis. */
  lineClamp?: number | undefined;
}

export function Text({
  component = "p",
  size,
  c,
  fw,
  ta,
  isFigures = false,
  isNowrap = false,
  lineClamp,
  className,
  style,
  ...rest
}: TextProps) {
  return createElement(component, {
    ...rest,
    className: joinClassNames(
      isNowrap ? styles["nowrap"] : styles["text"],
      lineClamp !== undefined && styles["clamped"],
      isFigures && "figures",
      className,
    ),
    style: {
      fontSize: size && getTextSize(size),
      color: c && getTextColour(c),
      fontWeight: fw && `var(--weight-${fw})`,
      textAlign: ta,
      WebkitLineClamp: lineClamp,
      ...style,
    },
  });
}

interface TitleProps extends HTMLAttributes<HTMLHeadingElement> {
  /** Heading level. */
  order?: 1 | 2 | 3 | undefined;
  size?: TextSize | undefined;
  c?: TextColour | undefined;
}

const titleSizes = { 1: "2xl", 2: "lg", 3: "md" } as const;

export function Title({ order = 2, size = titleSizes[order], c, className, style, ...rest }: TitleProps) {
  return createElement(`h${order}`, {
    ...rest,
    className: joinClassNames(styles["title"], className),
    style: { fontSize: getTextSize(size), color: c && getTextColour(c), ...style },
  });
}
