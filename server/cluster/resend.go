package cluster

// linksTo returns the sessions on a peer and the clients from that peer. If peer is "", it
// returns all of them.
func (n *Node) linksTo(peer string) (sessions []*remoteSession, clients []*proxiedClient) {
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

// resend repeats the number of each link's last message while the link has repetitions left, and
// removes finished clients. Every beatsPerRepetition heartbeats it repeats all numbers, so both
// servers end a broken session.
func (n *Node) resend() {
	if !n.conn.IsConnected() {
		return
	}
	n.beats++
	all := n.beats%beatsPerRepetition == 0
	sessions, clients := n.linksTo("")
	for _, v := range sessions {
		v.resend(all)
	}
	for _, g := range clients {
		if g.resend(all) {
			g.end("")
		}
	}
}
