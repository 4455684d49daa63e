// The page below /{company}/{branch}/ of an entry, a ticket or a pass; its id follows.
export const detailPages = { P: "parking/detail?id=", V: "valet-parking/detail?id=", M: "passes?id=" } as const;
