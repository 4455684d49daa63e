// §2: area lists get an 'Others' option with a fixed id; an area that is not on the list is requested.

/** No row has the id 0. */
export const otherArea = { id: 0, area_name: "Others" } as const;
