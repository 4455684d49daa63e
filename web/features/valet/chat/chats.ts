// Chats of the branch's open tickets: the staff member who replies and whether there are unread messages.
import type { WireRow } from "#domain/schema/registry.ts";
import { hasLeft } from "#domain/valet/keys-in-hand.ts";
import { useQuery } from "@tanstack/react-query";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { ChatApi } from "#web/features/valet/chat/conversation.ts";

const chatFields = [
  "id",
  "valet_and_parking_information.id",
  "valet_and_parking_information.Vehicle_Number",
  "valet_and_parking_information.Assigned_Staff.id",
  "valet_and_parking_information.Assigned_Staff.in_out_flag",
  "valet_and_parking_information.pickup_request_assigned.id",
  "valet_and_parking_information.pickup_request_assigned.in_out_flag",
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
  return new Map(useChatList(branch)?.map((chat) => [chat.valet_and_parking_information.id, chat]));
}

/** Chats with a message that this user has to answer; undefined while loading. */
export function useUnreadChats({ branch, user }: { branch: number; user: string }): ChatState[] | undefined {
  return useChatList(branch)?.filter((chat) => isUnread(chat) && concerns({ chat, user }));
}

/** The holder answers; before somebody has joined, the driver of the car, or anybody on duty if that driver has left. */
function concerns({ chat, user }: { chat: ChatState; user: string }): boolean {
  const { holder, valet_and_parking_information: ticket } = chat;
  if (holder) return holder.id === user;
  const driver = ticket.pickup_request_assigned ?? ticket.Assigned_Staff;
  return driver === null || hasLeft(driver) || driver.id === user;
}

/** Another key for each message, for the sound. */
export function getMessageKey({ id, customer_last: last }: ChatState): string {
  return `${id} ${last}`;
}

/** A chat ends with its ticket, so that a change of either refetches them. */
function useChatList(branch: number): ChatState[] | undefined {
  useLiveCollections("valet_chats", "Valet_and_Parking_Information");
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
export function createStaffChatApi(id: number): ChatApi {
  return {
    side: "staff",
    read: (after) => call({ route: "GET /actions/valet/:id/chat", id, query: { after: String(after) } }),
    send: ({ after, ...body }) =>
      callAndRefresh(
        { route: "POST /actions/valet/:id/chat/send", id, query: { after: String(after) }, body },
        "valet_chats",
      ),
    markRead: (to) =>
      callAndRefresh(
        { route: "POST /actions/valet/:id/chat/read", id, query: { after: String(to) }, body: { to } },
        "valet_chats",
      ),
  };
}

/** Throws ApiError ALREADY_CHATTING, CHAT_ON. */
export function updateChat({ ticket, action, after }: { ticket: number; action: "join" | "end"; after: number }) {
  return callAndRefresh<`POST /actions/valet/:id/chat/${typeof action}`>(
    {
      route: `POST /actions/valet/:id/chat/${action}`,
      id: ticket,
      query: { after: String(after) },
    },
    "valet_chats",
  );
}
