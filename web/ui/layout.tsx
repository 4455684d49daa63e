// Layout primitives. Own components instead of the component library's, because the log-in page is close to its first-load limit
// and the customer's document loads no component library (docs/decisions/021-design-system.md).
import { createElement } from "react";
import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import styles from "#web/ui/layout.module.css";

/** A step of the spacing scale in tokens.css. */
export type Space = "0" | "2xs" | "xs" | "sm" | "md" | "lg" | "xl" | "2xl" | "3xl";
/** A maximum width of tokens.css. */
export type Width = "narrow" | "form" | "reading";

type LayoutElement =
  | "article"
  | "div"
  | "dl"
  | "fieldset"
  | "footer"
  | "header"
  | "li"
  | "nav"
  | "ol"
  | "section"
  | "span"
  | "ul";

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  component?: LayoutElement | undefined;
  gap?: Space | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

export function getSpace(space: Space): string {
  return space === "0" ? "0" : `var(--space-${space})`;
}

export function getMaxWidth(width: Width | undefined): string | undefined {
  return width && `var(--width-${width})`;
}

interface StackProps extends LayoutProps {
  /** Horizontal position of the children. */
  align?: "start" | "center" | "end" | "stretch" | undefined;
  width?: Width | undefined;
}

/** Children below each other. */
export function Stack({ component = "div", gap = "md", align, width, className, style, ...rest }: StackProps) {
  return createElement(component, {
    ...rest,
    className: joinClassNames(styles["stack"], className),
    style: { gap: getSpace(gap), justifyItems: align, maxWidth: getMaxWidth(width), ...style },
  });
}

interface GroupProps extends LayoutProps {
  /** Vertical position of the children. */
  align?: "start" | "center" | "end" | "baseline" | "stretch" | undefined;
  justify?: "start" | "center" | "end" | "space-between" | undefined;
  wrap?: "wrap" | "nowrap" | undefined;
}

/** Children beside each other, in more than one line if they do not fit. */
export function Group({
  component = "div",
  gap = "xs",
  align = "center",
  justify,
  wrap = "wrap",
  className,
  style,
  ...rest
}: GroupProps) {
  return createElement(component, {
    ...rest,
    className: joinClassNames(styles["group"], className),
    style: { gap: getSpace(gap), alignItems: align, justifyContent: justify, flexWrap: wrap, ...style },
  });
}

interface GridProps extends LayoutProps {
  /** Smallest width of a column in px; there are as many columns as fit. */
  minColumnWidth: number;
  /** Keeps empty columns, so that a few children do not fill the line. */
  fill?: boolean | undefined;
  align?: "start" | "center" | "end" | "stretch" | undefined;
}

/** Children in columns of equal width. */
export function Grid({
  component = "div",
  minColumnWidth,
  gap = "md",
  fill = false,
  align,
  className,
  style,
  ...rest
}: GridProps) {
  const repetition = fill ? "auto-fill" : "auto-fit";
  return createElement(component, {
    ...rest,
    className: joinClassNames(styles["grid"], className),
    style: {
      gridTemplateColumns: `repeat(${repetition}, minmax(min(100%, ${minColumnWidth}px), 1fr))`,
      gap: getSpace(gap),
      alignItems: align,
      ...style,
    },
  });
}

interface PairGridProps<T> extends Omit<LayoutProps, "children"> {
  items: readonly T[];
  /** Smallest width of an item and of a pair in px; pairs are below each other where they do not fit beside each other. */
  minItemWidth: number;
  minPairWidth: number;
  renderItem: (item: T) => ReactNode;
}

/** Four items beside each other, or two rows of two on a narrow screen, never three and one. */
export function PairGrid<T extends string | number>({
  items,
  minItemWidth,
  minPairWidth,
  renderItem,
  ...rest
}: PairGridProps<T>) {
  const pairs = items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []));
  return (
    <Grid minColumnWidth={minPairWidth} gap="xs" {...rest}>
      {pairs.map((pair) => (
        <Grid key={pair[0]} minColumnWidth={minItemWidth} gap="xs">
          {pair.map(renderItem)}
        </Grid>
      ))}
    </Grid>
  );
}

interface ColumnsProps extends LayoutProps {
  /** Widths of the columns, such as "3fr 2fr". */
  template?: string | undefined;
  align?: "start" | "center" | "end" | "stretch" | undefined;
}

/** Children below each other, and in columns on a desktop. */
export function Columns({
  component = "div",
  gap = "lg",
  template = "3fr 2fr",
  align = "start",
  className,
  style,
  ...rest
}: ColumnsProps) {
  return createElement(component, {
    ...rest,
    className: joinClassNames(styles["columns"], className),
    style: {
      gap: getSpace(gap),
      alignItems: align,
      ...setVariable("--columns", toShrinkingColumns(template)),
      ...style,
    },
  });
}

/** '2fr 1fr' → 'minmax(0, 2fr) minmax(0, 1fr)': long words do not widen a column. */
export function toShrinkingColumns(template: string): string {
  return template
    .split(" ")
    .map((width) => (width === "auto" ? width : `minmax(0, ${width})`))
    .join(" ");
}

/** An inline CSS variable, for values that a media query applies. */
export function setVariable(name: `--${string}`, value: string): CSSProperties {
  return { [name]: value };
}
