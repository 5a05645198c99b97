package cluster

// forwarded returns the sessions and clients that are forwarded to or from a server, or all
// of them for "".
func (n *Node) forwarded(peer string) (sessions []*remoteSession, clients []*proxiedClient) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, v := range n.sessions {
		if peer == "" || v.peer == peer {
			sessions = append(sessions, v)
		}
	}
	for _, g := range n.clients {
		if peer == "" || g.peer == peer {
			clients = append(clients, g)
		}
	}
	return sessions, clients
}

// resend sends the number of each last message again, and removes clients that are over. It
// sends all numbers now and then, so that both servers forget a session.
func (n *Node) resend() {
	if !n.conn.IsConnected() {
		return
	}
	n.beats++
	all := n.beats%everyBeats == 0
	sessions, clients := n.forwarded("")
	for _, v := range sessions {
		v.resend(all)
	}
	for _, g := range clients {
		if g.resend(all) {
			g.end("")
		}
	}
}
