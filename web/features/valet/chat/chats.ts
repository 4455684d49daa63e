// Chats of the branch's open tickets: the staff member who replies and whether there are unread messages.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { ChatApi, ConversationPage } from "#web/features/valet/chat/conversation.ts";

const chatFields = [
  "id",
  "valet_and_parking_information",
  "customer_name",
  "holder.id",
  "holder.first_name",
  "customer_last",
  "staff_read",
  "last_sequence",
] as const;
export type ChatState = WireRow<"valet_chats", typeof chatFields>;

/** By ticket. */
export function useChats(branch: number): ReadonlyMap<number, ChatState> {
  return new Map(useChatList(branch)?.map((chat) => [chat.valet_and_parking_information, chat]));
}

/** One key for each unread message of a customer; undefined while loading. */
export function useUnreadMessageKeys(branch: number): string[] | undefined {
  return useChatList(branch)
    ?.filter(isUnread)
    .map((chat) => `${chat.id} ${chat.customer_last}`);
}

function useChatList(branch: number): ChatState[] | undefined {
  useLiveCollections("valet_chats");
  const { data } = useQuery(
    itemsQuery("valet_chats", {
      filter: {
        branch: { _eq: branch },
        last_sequence: { _gt: 0 },
        valet_and_parking_information: { out_time: { _null: true } },
      },
      fields: chatFields,
      limit: -1,
    }),
  );
  return data;
}

/** The customer has sent a message that no staff member has read. */
export function isUnread({ customer_last: last, staff_read: read }: ChatState): boolean {
  return last > read;
}

/** The staff's side of a ticket's chat. */
export function createStaffChatApi(ticket: number): ChatApi {
  const path = `/actions/valet/${ticket}/chat`;
  return {
    side: "staff",
    read: async (after) => (await request<{ data: ConversationPage }>(`${path}?after=${after}`)).data,
    send: ({ text, client_id, after }) => post(`${path}/send?after=${after}`, { text, client_id }),
    markRead: (to) => post(`${path}/read`, { to }),
  };
}

/** Throws ApiError ALREADY_CHATTING, CHAT_ON. */
export function updateChat({ ticket, action, after }: { ticket: number; action: "join" | "end"; after: number }) {
  return post(`/actions/valet/${ticket}/chat/${action}?after=${after}`, {});
}

async function post(path: string, body: object): Promise<ConversationPage> {
  try {
    return (await request<{ data: ConversationPage }>(path, { method: "POST", body })).data;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["items", "valet_chats"] });
  }
}
